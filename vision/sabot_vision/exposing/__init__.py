"""Exposure, gain, white balance and focus of a Pi's camera: found, held, and found again in another light."""
