// A box for the Pico of shoe or wheel on its board. Each cable leaves through a channel of its own thickness under
// the lid, which holds it: three from the shoe's, six from the wheel's.
include <../library/pico.scad>

module pico_box() {
    difference() {
        plate(wide, deep, high, 4);
        difference() {
            translate([ends, side, wall]) cube([wide - 2 * ends, deep - 2 * side, high]);
            for (at = board_holes()) translate([at[0], at[1], 0]) cylinder(d = boss + 0.4, h = board_z);
        }
        for (at = board_holes()) translate([at[0], at[1], board_z]) insert_hole();
        for (at = corners()) translate([at[0], at[1], high]) insert_hole();
        translate([-more, board_at[1] + pico_at[1] + (pico[1] - plug[0]) / 2, usb_z - plug[1] / 2])
            cube([ends + 1, plug[0], high]);  // the plug goes in as far as the Pico
        for (row = [0, 1], at = [0 : 1 : len(leave[row]) - 1])
            translate([cable_x(at), row ? deep - side - more : -more, high]) rotate([0, 0, 90])
                cable_channel(side + 2 * more, leave[row][at][1]);
    }
}

size = [wide, deep, high];
echo(size = size);
pico_box();
