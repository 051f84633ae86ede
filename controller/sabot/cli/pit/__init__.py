"""The commands of the pit: on a table's machine the carrier, on the pit's everything else."""

from sabot.cli.pit import archive as archive  # each adds its commands to the group
from sabot.cli.pit import attacking as attacking
from sabot.cli.pit import audit as audit
from sabot.cli.pit import enrolling as enrolling
from sabot.cli.pit import offering as offering
from sabot.cli.pit import page as page
from sabot.cli.pit import region as region
