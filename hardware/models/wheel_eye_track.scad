// The eye over the ball track: the same, with axes that meet at the ball.
include <wheel_eye.scad>

focus = 25;
