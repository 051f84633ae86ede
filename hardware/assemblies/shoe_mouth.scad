// The mouth of the shoe: floor, reader's board, cover, gate, bridge, the lid's switch.
include <../library/shoe.scad>
include <../library/bodies.scad>
use <../models/shoe_nose.scad>
use <../models/shoe_cover.scad>
use <../models/shoe_bridge.scad>

felt = 0.8;       // black, glued below the roof over the slit: it holds the card down and the light out
lip = 8;          // of the shoe, below the nose; yours may be thicker

module below(at, z) { translate([at[0], at[1], z]) rotate([180, 0, 0]) children(); }

echo(steps = 5, below = [2]);

// 1: brass inserts
printed("shoe_nose", 1) shoe_nose();
for (x = [rail / 2, right + rail / 2], y = bridge_screws) translate([x, y, 0]) insert(1);
for (at = cover_screws) below(at, cover - deep) insert(1);
unit("bridge", 5, [0, 0, 60], [1, 3]) {
    printed("shoe_bridge", 1) shoe_bridge();
    for (at = switch_holes()) translate([at[0], at[1], high]) insert(1, 2);
}
unit("shoe", 4, [0, 0, -60]) {
    translate([0, 0, -deep - lip]) body("lip of the shoe", 1, kind = "given") difference() {
        cube([wide, long, lip]);
        for (at = shoe_screws) translate([at[0], at[1], lip]) insert_hole();
    }
    for (at = shoe_screws) translate([at[0], at[1], -deep]) insert(1);
}

// 2: the reading head from below, its cable, foam, the cover; the sheet with the slit from above
translate([rail + sensor_in + 2 - sheet[0] / 2, bar_y - sheet[1] / 2, -sheet[2]]) body("sheet with the slit", 2, [0, 0, 15]) difference() {
    cube(sheet);
    translate([sheet[0] / 2 - 2 - slit[0] / 2, sheet[1] / 2 - slit[1] / 2, -more]) cube([slit[0], slit[1], 1]);
}
translate([board_at[0], board_at[1], board_top - board[2]]) body("reading head", 2, [0, 0, -22], "board") {
    cube(board);
    translate([0.3, 0.3, -1.6]) cube([board[0] - 0.6, board[1] - 0.6, 2]);
    translate([5.5, 1, -under_board]) cube([10, 5, under_board + more]);
    translate([sensor_on_board[0] - sensor[0] / 2, sensor_on_board[1] - sensor[1] / 2, board[2]]) cube(sensor);
    translate([sensor_on_board[0] - sensor_feet[0] / 2, sensor_on_board[1] - sensor_feet[1] / 2, board[2]]) cube(sensor_feet);
}
foam_high = deep - cover + board_top - board[2] - under_board;
translate([board_at[0] + 5, board_at[1] + 0.5, cover - deep]) body("foam", 2, [0, 0, -26], "felt") cube([10.5, 6, foam_high]);
translate([cable_x, board_at[1] + 8, cover - deep + (head_cable - pinch) - head_cable / 2]) rotate([0, 0, -90]) rotate([180, 0, 0])
    round_cable("cable of the head", 45, 0, board_at[1] + 8 - cover_from[1], 2, d = head_cable);
printed("shoe_cover", 2, [0, 0, -45]) shoe_cover();
for (at = cover_screws) below(at, cover_head - deep) screw(3, 6, 2, 50);

// 3: gate and switch on the bridge
module gate() {
    difference() {
        union() {
            translate([-fork_slot[0], -fork[1] / 2, fork_high - fork[2]]) cube(fork);
            translate([0, -fork_foot[1] / 2, fork_high - fork_foot[2]]) cube(fork_foot);
        }
        translate([-fork_slot[0] - 1, -fork[1], -fork_slot[1] / 2]) cube([fork_slot[0] + 1, 2 * fork[1], fork_slot[1]]);
        for (y = [-fork_pitch / 2, fork_pitch / 2]) translate([fork_foot[0] / 2, y, 0]) bore(3.2, fork[2]);
    }
}
fork_holes = [for (y = [-fork_pitch / 2, fork_pitch / 2]) [fork_x + fork_foot[0] / 2, gate_y + y]];
unit("bridge", 5, [0, 0, 60], [1, 3]) {
    translate([fork_x, gate_y, 0]) body("gate EE-SX471", 3, [0, 0, -30]) gate();
    translate([fork_x + fork[0] - fork_slot[0] + 0.05, gate_y - fork_plug[1] / 2, fork_high - fork_plug[2]])
        body("connector of the gate", 3, [30, 0, 0]) cube(fork_plug);
    for (at = fork_holes) below(at, fork_high - fork_foot[2]) nut(3, 3);
    for (at = fork_holes) translate([at[0], at[1], high]) {
        washer(3);
        translate([0, 0, washer_size[1] + spring_size[1]]) screw(3, 10, 3, 34);
    }
    translate([switch_at[0], switch_at[1], high]) body("lid switch SS-01GL", 3, [0, 0, 30]) difference() {
        translate([-switch_size[0] / 2, -switch_size[1] / 2, 0]) cube(switch_size);
        for (x = [-switch_pitch / 2, switch_pitch / 2]) translate([x, 0, 0]) bore(2.35, switch_size[2]);
    }
    for (at = switch_holes()) translate([at[0], at[1], high + switch_size[2]]) screw(2, 10, 3);
}

unit("bridge", 5, [0, 0, 60], [1, 3]) translate([rail + 0.5, 8, gap - felt]) body("felt", 3, [0, 0, -10], "felt") cube([21, 50, felt]);

// 4: the nose onto the lip of the shoe
for (at = shoe_screws) translate([at[0], at[1], -shoe_head]) screw(3, 16, 4, 50);

// 5: the bridge; then a card
fastens(5, [0, 0, 60]) for (x = [rail / 2, right + rail / 2], y = bridge_screws) translate([x, y, high]) screw(3, 16, 5, 40);
translate([rail + clear / 2, -15, 0.02]) body("a card", 5, [0, -80, 0], "given") cube([card, 88, 0.3]);
