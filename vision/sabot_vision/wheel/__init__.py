"""The wheel by camera: pictures to phases, faults and numbers of spins."""
