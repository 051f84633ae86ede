// Closes an eye's box, holds its cable, and carries it on the tube.
include <../library/eye.scad>

saddle = 26;      // along the tube

module wheel_eye_back() {
    difference() {
        union() {
            plate(wide, deep, lid);
            translate([wide / 2 - saddle / 2, deep / 2 - tube / 2 - around, 0]) plate(saddle, tube + 2 * around, tall, 2);
        }
        translate([0, deep / 2, tube_z]) tube_bore(wide);
        translate([wide / 2, deep / 2, tall]) insert_hole(m3_insert, around + 2);
        for (x = lid_screws) translate([x, deep / 2, 0]) bore(m3, lid);
    }
}

size = [wide, max(deep, tube + 2 * around), tall];
echo(size = size);
translate([0, max(0, (tube + 2 * around - deep) / 2), 0]) wheel_eye_back();
