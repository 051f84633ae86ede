"""How an instrument sits at this table: measured step by step, and kept in the configuration."""
