"""The buttons of the panel."""
