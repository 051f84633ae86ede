"""The controller of the table: rules, referee, journal, instruments and the command `sabot`."""
