// The lid of pi_box: it presses on the cables. Warm air leaves through its slots.
include <../library/pi.scad>

module pi_lid() {
    difference() {
        plate(wide, deep, lid, 4);
        for (at = corners()) translate([at[0], at[1], 0]) bore(m3, lid);
        for (at = [0 : 8]) translate([pi_at[0] + 10 + 7 * at, pi_at[1] + pi[1] / 2, 0]) rotate([0, 0, 90]) slot(3, 40, lid);
    }
}

size = [wide, deep, lid];
echo(size = size);
pi_lid();
