"""The machine: health, backup, service, update."""
