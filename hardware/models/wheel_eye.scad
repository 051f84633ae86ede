// An eye over the wheel: lamp and phototransistor come from above, out of the box that takes their board, and rest
// with their collars on a shoulder. It sees a mark on the rotor (index, index2) or the ball (pocket, and track:
// wheel_eye_track.scad). wheel_eye_back.scad closes the box and hangs it on the clamp's tube.
include <../library/eye.scad>

module wheel_eye() {
    difference() {
        plate(wide, deep, high);
        difference() {
            translate([ends, wall, root]) cube([wide - 2 * ends, deep - 2 * wall, high]);
            for (at = board_holes()) translate([at[0], at[1], root - more]) post();
        }
        for (at = board_holes()) translate([at[0], at[1], root + raised]) insert_hole();
        for (side = [-1, 1]) axis(side) {
            translate([0, 0, -lamp[3] - 0.1]) cylinder(d = lamp[2] + slides, h = 10);
            translate([0, 0, -2 * root]) cylinder(d = lamp[0] + slides, h = 2 * root);
        }
        translate([wide / 2, deep / 2, root]) insert_hole();
        for (x = lid_screws) translate([x, deep / 2, high]) insert_hole();
        translate([wide - ends - more, cable_y, high]) cable_channel(ends + 1, eye_cable);
    }
}

module post() {  // into the corner of the box
    cylinder(d = boss, h = raised + more);
}

size = [wide, deep, high];
echo(size = size);
echo(focus = focus, apart = apart, hood = hood, root = root, tilt = tilt);
wheel_eye();
