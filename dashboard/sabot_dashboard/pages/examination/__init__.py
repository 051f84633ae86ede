"""The pages of examinations: papers, sittings, what came of them."""
