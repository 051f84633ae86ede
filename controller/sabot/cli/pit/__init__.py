"""The commands of the pit: on a table's machine the carrier, on the pit's everything else."""
