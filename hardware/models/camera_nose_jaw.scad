// The lower jaw of the camera's nose: screwed to the back of its box, it reaches below the shoe's lip. Two screws through it
// press the strip up, each against its nut, which lies in a pocket above. Printed with its flange on the bed.
include <../library/nose.scad>

jaw_long = bite + 2;

module camera_nose_jaw() {
    difference() {
        union() {
            translate([-flange[0] / 2, -half[1] - flange[1], jaw_top - flange[2]]) cube([flange[0], flange[1], flange[2]]);
            translate([-flange[0] / 2, -half[1] - jaw_long, jaw_top - jaw]) cube([flange[0], jaw_long, jaw]);
        }
        for (at = jaw_screws) translate([at[0], -half[1], at[1]]) rotate([90, 0, 0]) bore(m3, flange[1]);
        for (x = clamp_x) translate([x, clamp_y, jaw_top - jaw]) {
            bore(m4, jaw);
            translate([0, 0, jaw - m4_nut[1] - 0.3]) nut_pocket(m4_nut[0], m4_nut[1] + 1);
        }
    }
}

size = [flange[0], flange[2], jaw_long];
echo(size = size);
translate([flange[0] / 2, -jaw_top + flange[2], -half[1]]) rotate([-90, 0, 0]) camera_nose_jaw();
