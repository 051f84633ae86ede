"""The line to an instrument: ports, frames, sessions, finding it again."""
