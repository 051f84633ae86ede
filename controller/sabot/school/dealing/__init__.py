"""The virtual table: a trainee deals whole coups on the screen, and the referee judges every act."""
