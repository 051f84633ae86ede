"""The pages behind the table."""
