"""Examinations: papers for practice and papers that a trainer issues, sat, reported with a signature."""
