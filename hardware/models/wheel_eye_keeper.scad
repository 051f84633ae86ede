// Holds the two lamps of an eye down by their collars.
include <../library/eye.scad>

module wheel_eye_keeper() {
    translate([-keeper[0] / 2, -keeper[1] / 2, 0]) difference() {
        plate(keeper[0], keeper[1], keeper[2], 2);
        translate([keeper[0] / 2, keeper[1] / 2, 0]) {
            bore(m3, keeper[2]);
            for (side = [-1, 1]) translate([side * apart / 2, 0, 0]) bore(keeper_hole, keeper[2]);
        }
    }
}

size = keeper;
echo(size = size);
translate([keeper[0] / 2, keeper[1] / 2, 0]) wheel_eye_keeper();
