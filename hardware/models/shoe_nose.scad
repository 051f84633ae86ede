// The floor of the mouth: the card slides face down along y over the bar sensor, then through the gate. The sensor's
// board hangs below in a pocket that shoe_cover.scad closes. Printed with the floor on the bed: it comes out smooth.
include <../library/shoe.scad>

module shoe_nose() {
    difference() {
        translate([0, 0, -deep]) plate(wide, long, deep);
        board_pocket();
        sensor_window();
        cover_seat();
        gate_opening();
        for (at = shoe_screws) translate([at[0], at[1], -deep]) {
            bore(m3, deep);
            translate([0, 0, deep - shoe_head]) cylinder(d = m3_head, h = shoe_head + more);
        }
        for (x = [rail / 2, right + rail / 2], y = bridge_screws) translate([x, y, 0]) insert_hole();
        translate([rail, 0, 0]) rotate([45, 0, 0]) translate([0, -2, -2]) cube([inner, 4, 4]);  // cards come in over a slope
    }
}

module board_pocket() {  // the head lies against its ceiling, its sensor in the window
    translate([board_at[0] - slides / 2, board_at[1] - slides / 2, -deep - more])
        cube([board[0] + slides, board[1] + slides, deep + board_top + more]);
    translate([board_at[0] + board[0] - 1, board_at[1] + 1, -deep - more])
        cube([bay + 1, board[1] - 2, deep + board_top - board[2] - 1]);
}

module sensor_window() {
    translate([rail + sensor_in, bar_y, 0]) {
        translate([-slit[0] / 2 - slides, -(sensor_feet[1] + slides) / 2, -deep])
            cube([slit[0] + 2 * slides, sensor_feet[1] + slides, deep + 1]);
        translate([-(sheet[0] + slides) / 2 + 2, -(sheet[1] + slides) / 2, -sheet_sunk])
            cube([sheet[0] + slides, sheet[1] + slides, sheet_sunk + more]);
    }
}

module cover_seat() {
    translate([cover_from[0], cover_from[1], -deep - more])
        plate(cover_to[0] - cover_from[0], cover_to[1] - cover_from[1], cover + more, 2);
    for (at = cover_screws) translate([at[0], at[1], cover - deep]) rotate([180, 0, 0]) insert_hole();
    translate([cable_x, board_at[1] + 1 + more, cover - deep]) rotate([180, 0, 0]) rotate([0, 0, 90])
        cable_channel(board_at[1] + 2, head_cable);
    translate([cable_x - (head_cable + slides) / 2, -more, -deep - more])
        cube([head_cable + slides, cover_from[1] + 2 * more, cover + 2 * more]);
}

module gate_opening() {  // the fork's lower arm and its connector, to the right side; what falls in falls through
    from_x = fork_x + arms_from - 0.5;
    translate([from_x, gate_y - fork[1] / 2 - 0.5, -deep - more]) cube([wide - from_x + more, fork[1] + 1, deep + 2 * more]);
}

size = [wide, long, deep];
echo(size = size);
echo(card = card, sensor_in = sensor_in, gate_after = gate_after);
echo(slit_at = [rail + sensor_in, long - bar_y], gate_at = gate_y, screws = bridge_screws);
translate([0, long, 0]) rotate([180, 0, 0]) shoe_nose();
