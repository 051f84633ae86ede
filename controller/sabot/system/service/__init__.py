"""The table as a service of a Raspberry Pi: what is installed, and the word to systemd that it turns."""
