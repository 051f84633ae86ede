// The croupier's panel, lower part: five buttons, a lamp and a buzzer find room under the lid.
include <common.scad>

outer = [176, 76, 42];
wall = 2.4;
floor_ = 2.4;
post = 8;         // at each corner, with a brass insert
gland = 12.5;     // the cable comes in here
size = outer;
echo(size = size);

difference() {
    plate(outer[0], outer[1], outer[2], 5);
    difference() {
        translate([wall, wall, floor_]) plate(outer[0] - 2 * wall, outer[1] - 2 * wall, outer[2], 3);
        for (x = [wall, outer[0] - wall - post], y = [wall, outer[1] - wall - post])
            translate([x, y, 0]) cube([post, post, outer[2]]);
    }
    for (x = [wall + post / 2, outer[0] - wall - post / 2], y = [wall + post / 2, outer[1] - wall - post / 2])
        translate([x, y, outer[2] - 10]) cylinder(d = m3_insert, h = 11);
    translate([outer[0] / 2, outer[1] + 1, outer[2] / 2]) rotate([90, 0, 0]) cylinder(d = gland, h = wall + 2);
    for (x = [-8 : 4 : 8]) translate([30 + x, -1, 10]) cube([1.6, wall + 2, 16]);  // the buzzer is heard
}
