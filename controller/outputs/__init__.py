"""What tells people besides the screens: lamps, a buzzer. Empty until the first of them is built."""
