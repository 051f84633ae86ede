// Holds a tube upright at the edge of the table: the camera's arm.
include <../library/camera.scad>

module camera_foot() {
    difference() {
        union() {
            plate(base[0], base[1], base[2], 6);
            translate([base[0] / 2, base[1] / 2, 0]) cylinder(d = tube + 2 * around, h = base[2] + socket);
            translate([base[0] / 2 - ear / 2, base[1] / 2, base[2] - more]) cube([ear, tube / 2 + 16, socket + more]);
        }
        translate([base[0] / 2, base[1] / 2, 3]) cylinder(d = tube, h = base[2] + socket);
        translate([base[0] / 2 - split / 2, base[1] / 2, base[2]]) cube([split, base[1], socket + 1]);
        for (z = ear_screws) translate([-more, ear_y, z]) rotate([0, 90, 0]) cylinder(d = m4, h = base[0] + 1);
        for (at = foot_screws) translate([at[0], at[1], 0]) bore(m5, base[2]);
        translate([base[0] / 2, base[1] / 2, 0]) bore(6, 4);  // water and cables find a way out
    }
}

size = [base[0], base[1], base[2] + socket];
echo(size = size);
echo(tube = tube);
camera_foot();
