// The croupier's panel, upper side: five buttons within the reach of one hand, the lamp above them.
include <common.scad>

outer = [176, 76];
thick = 3.2;
wall = 2.4;
post = 8;
buttons = 5;
button = 24.2;    // buttons that snap into a hole of 24 mm
pitch = 32;       // between middles: 8 mm from edge to edge
lamp = 8.2;       // a bezel of 8 mm
size = [outer[0], outer[1], thick];
echo(size = size);
echo(buttons = buttons, button = button, pitch = pitch);

difference() {
    plate(outer[0], outer[1], thick, 5);
    for (at = [0 : buttons - 1])
        translate([outer[0] / 2 + (at - (buttons - 1) / 2) * pitch, 30, 0]) bore(button, thick);
    translate([outer[0] / 2, 60, 0]) bore(lamp, thick);
    for (x = [wall + post / 2, outer[0] - wall - post / 2], y = [wall + post / 2, outer[1] - wall - post / 2])
        translate([x, y, 0]) bore(m3, thick);
}
