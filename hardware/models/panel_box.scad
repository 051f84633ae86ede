// The croupier's panel, lower part: five buttons, a lamp and the strip board with the buzzer find room under the lid.
include <../library/panel.scad>

module panel_box() {
    difference() {
        plate(outer[0], outer[1], outer[2], 5);
        difference() {
            translate([wall, wall, wall]) plate(outer[0] - 2 * wall, outer[1] - 2 * wall, outer[2], 3);
            for (x = [wall - more, outer[0] - wall - post], y = [wall - more, outer[1] - wall - post])
                translate([x, y, 0]) cube([post + more, post + more, outer[2]]);
            for (at = board_holes()) translate([at[0], at[1], 0]) cylinder(d = boss + 0.4, h = wall + raised);
        }
        for (at = corners()) translate([at[0], at[1], outer[2]]) insert_hole();
        for (at = board_holes()) translate([at[0], at[1], wall + raised]) insert_hole();
        translate([gland_at[0], outer[1] + 1, gland_at[1]]) rotate([90, 0, 0]) cylinder(d = gland, h = wall + 2);
        for (x = [-8 : 4 : 8]) translate([30 + x, outer[1] - wall - 1, 10]) cube([1.6, wall + 2, 16]);  // the buzzer is heard
        for (at = feet) translate([at[0], at[1], 0]) bore(foot[0] + slides, foot_sunk - more);
    }
}

size = outer;
echo(size = size);
panel_box();
