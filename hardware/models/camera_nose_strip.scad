// Lies below the shoe's lip, felt above it: the screws of the jaw press into its two dimples.
include <../library/nose.scad>

module camera_nose_strip() {
    translate([0, clamp_y, -lip_thick - felt_thick - strip[2]]) difference() {
        translate([-strip[0] / 2, -strip[1] / 2, 0]) plate(strip[0], strip[1], strip[2]);
        for (x = clamp_x) translate([x, 0, -more]) cylinder(d = dimple[0], h = dimple[1] + more);
    }
}

size = strip;
echo(size = size);
translate([strip[0] / 2, strip[1] / 2 - clamp_y, lip_thick + felt_thick + strip[2]]) camera_nose_strip();
