// Where the upright tube of the camera's arm carries the one that reaches over the cloth.
include <../library/camera.scad>

module camera_elbow() {
    difference() {
        plate(elbow[0], elbow[1], elbow[2], 4);
        translate([block / 2, block / 2, 0]) bore(tube, block);                                        // upright
        translate([elbow[0] - block / 2, -more, block / 2]) rotate([-90, 0, 0]) cylinder(d = tube, h = block + 1);
        translate([0, block / 2, block / 2]) rotate([0, -90, 0]) insert_hole(m3_insert, around + 2);
        translate([elbow[0] - block / 2, block / 2, block]) insert_hole(m3_insert, around + 2);
    }
}

size = elbow;
echo(size = size);
echo(tube = tube);
camera_elbow();
