"""Which cards a picture shows."""
