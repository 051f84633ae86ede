"""The interface for other programs (`/api/v1`): what anybody may read, what a key opens, its description."""
