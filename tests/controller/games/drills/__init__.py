"""The drills of the household games, asked of the referee."""
