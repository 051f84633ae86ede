// An eye over the wheel: a lamp and a phototransistor of 5 mm whose axes meet `focus` below. It sees a mark on the
// rotor (index, index2) or the ball in its pocket (pocket), from high enough that no ball reaches it.
include <common.scad>

focus = 40;       // from the eye's lower side to what it looks at
apart = 14;       // between the two axes where they leave the eye
body = [34, 30, 24];
hood = 10;        // keeps the lamps of the room out
hood_wall = 1.6;
pitch = 16;       // of the two screws to the clamp
size = [body[0], body[1], body[2] + hood];
echo(size = size);
echo(focus = focus, apart = apart);

tilt = atan(apart / 2 / (focus + hood));

module axis(side) {
    translate([body[0] / 2 + side * apart / 2, body[1] / 2, body[2]]) rotate([0, side * -tilt, 0]) children();
}

difference() {
    union() {
        plate(body[0], body[1], body[2]);
        translate([body[0] / 2, body[1] / 2, body[2] - more]) scale([1, 0.75, 1]) cylinder(d = body[0] - 2, h = hood + more);
    }
    for (side = [-1, 1]) axis(side) {
        translate([0, 0, -body[2] * 2]) cylinder(d = led, h = body[2] * 2 - 5);  // the lamp comes in from behind
        translate([0, 0, -6]) cylinder(d = 4, h = 12);                             // and looks out through this
    }
    translate([body[0] / 2, body[1] / 2, body[2]]) scale([1, 0.7, 1]) cylinder(d = body[0] - 2 - 2 * hood_wall, h = hood + 1);
    for (y = [body[1] / 2 - pitch / 2, body[1] / 2 + pitch / 2]) translate([body[0] / 2, y, 0]) bore(m3_insert, 8);
}
