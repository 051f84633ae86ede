// An eye over the wheel: a lamp and a phototransistor of 5 mm whose axes meet `focus` below it. It sees a mark on
// the rotor (index, index2) or the ball (pocket, and track: wheel_eye_track.scad). It hangs on the clamp's tube.
include <common.scad>

focus = 90;       // from the hood's end to what it looks at
apart = 14;       // between the two axes at the end of the hood's root
wide = 36;
body = 20;        // height of the part with the two bores
hood = 12;        // keeps the lamps of the room out
hood_wall = 1.6;
around = 5;       // material around the tube

deep = tube + 2 * around;
sleeve = tube + around;  // the tube lies behind the bores
size = [wide, deep, sleeve + body + hood];
echo(size = size);
echo(focus = focus, apart = apart, hood = hood);

tilt = atan(apart / 2 / (focus + hood));
root = sleeve + body;
echo(root = root);

module axis(side) {
    translate([wide / 2 + side * apart / 2, deep / 2, root]) rotate([0, side * -tilt, 0]) children();
}

difference() {
    union() {
        plate(wide, deep, root);
        translate([wide / 2, deep / 2, root - more]) resize([wide - 2, deep - 2, hood + more]) cylinder(d = wide, h = hood);
    }
    translate([0, deep / 2, around + tube / 2 - 2.5]) tube_bore(wide);
    for (side = [-1, 1]) axis(side) {
        translate([0, 0, -12]) cylinder(d = led, h = 12 + more);       // pushed in from the hood
        translate([0, 0, -body + 2]) cylinder(d = 3.5, h = body);      // the wires go on
        translate([0, 0, -13]) cylinder(d = 6.2, h = 2);               // their collar
    }
    for (side = [-1, 1]) translate([wide / 2 + side * apart / 2, deep / 2, sleeve + 1])
        rotate([90, 0, 0]) cylinder(d = 4, h = deep);                  // where the wires come out
    translate([wide / 2, deep / 2, root]) resize([wide - 2 - 2 * hood_wall, deep - 2 - 2 * hood_wall, hood + 1])
        cylinder(d = wide, h = hood + 1);
    translate([wide / 2, deep / 2, -more]) cylinder(d = 2.9, h = around);  // a screw holds the tube
}
