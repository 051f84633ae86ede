"""TLS as the screens see it: a connection that is encrypted, its cookies, and one that should be."""
