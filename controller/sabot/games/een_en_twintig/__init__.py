"""Een-en-twintig, as *Hazardspelen* describes it."""
