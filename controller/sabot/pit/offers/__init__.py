"""How people at the pit offer a table another configuration, and hear what became of it."""
