// The lid of pico_box: it presses on the cables. A hole shows the Pico's own lamp; a pin reaches BOOTSEL through it.
include <../library/pico.scad>

module pico_lid() {
    difference() {
        plate(wide, deep, lid, 4);
        for (at = corners()) translate([at[0], at[1], 0]) bore(m3, lid);
        translate([board_at[0] + pico_at[0] + 12, board_at[1] + pico_at[1] + pico[1] / 2, 0]) slot(5, 8, lid);
    }
}

size = [wide, deep, lid];
echo(size = size);
pico_lid();
