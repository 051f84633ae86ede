// A box for the Pico of shoe or wheel on its board; up to six cables leave under the lid, which holds them.
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
        for (at = [0 : cables - 1], y = [-more, deep - side - more]) translate([cable_x(at), y, high])
            rotate([0, 0, 90]) cable_channel(side + 2 * more);
    }
}

size = [wide, deep, high];
echo(size = size);
pico_box();
