"""The commands for instruments: measuring how they sit, and flashing our own boards."""
