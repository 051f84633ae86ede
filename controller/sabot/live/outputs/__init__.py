"""What tells people besides the screens: the lamp and the buzzer of the panel."""
