"""The commands of the pit: on a table's machine the carrier, on the pit's everything else."""

from sabot.cli.pit import attacking as attacking
from sabot.cli.pit import audit as audit  # it adds its command to the group
from sabot.cli.pit import enrolling as enrolling  # and so does this one
