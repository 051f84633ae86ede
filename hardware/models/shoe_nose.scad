// The floor of the mouth: the card slides face down along y over the bar sensor, then through the gate.
include <common.scad>

card = 63;        // width of a card; 57 for bridge size
clear = 1;        // play beside it
wall = 4;
rail = 5;         // height of the rails over the floor
deck = 12;        // floor; the sensor's board hangs below it
long = 60;
bar_y = 27;       // where the bar sensor looks, from the side where cards come in
sensor_in = 3.5;  // and how far in from the card's left edge: the middle of the printed bars
gate_after = 6;   // the gate stands so far behind the bar sensor
slit = [5, 0.6];  // what the bar sensor sees through, across and along the way
skin = 1;         // floor left above the sensor
ledge = 22;       // the fork of the gate lies on it, beside the right rail
fork = [8, 7];    // opening for its arms: along the way, into the mouth
fork_low = 6.8;   // from the middle of the fork's slot down to its foot; measure yours
fork_pitch = 19;  // its two screws
board = [16, 14]; // the sensor's board

inner = card + clear;
size = [inner + 2 * wall + ledge, long, deck + rail];
echo(size = size);
echo(card = card, sensor_in = sensor_in, gate_after = gate_after);

gate_y = bar_y + gate_after;
right = wall + inner;
screws = [bar_y - 15, bar_y + 22];  // the bridge is screwed on at these places of the way
echo(slit_at = [wall + sensor_in, bar_y], gate_at = gate_y, screws = screws);

module sensor_well() {
    translate([wall + sensor_in, bar_y, 0]) {
        translate([-board[0] / 2 + 2, -board[1] / 2, -more]) cube([board[0], board[1], deck - skin + more - 2]);
        translate([-2.4, -1.9, -more]) cube([4.8, 3.8, deck - skin + more]);
        translate([-slit[0] / 2, -slit[1] / 2, 0]) cube([slit[0], slit[1], deck + more]);
    }
}

module gate_opening() {
    translate([right - fork[1], gate_y - fork[0] / 2, -more]) cube([fork[1] + wall + more, fork[0], size[2] + 2 * more]);
    translate([right + wall, gate_y - 14, deck - fork_low]) cube([ledge + more, 28, size[2]]);
    for (y = [-fork_pitch / 2, fork_pitch / 2])
        translate([right + wall + ledge / 2, gate_y + y, 0]) slot(m3, 6, deck);
}

module entry() {  // cards come in over a slope
    translate([-more, -more, deck]) rotate([-20, 0, 0]) translate([0, -10, 0]) cube([size[0] + 1, 14, 10]);
}

difference() {
    union() {
        plate(size[0], long, deck);
        for (x = [0, right]) translate([x, 6, 0]) cube([wall, long - 12, deck + rail]);
    }
    sensor_well();
    gate_opening();
    intersection() {
        entry();
        translate([wall, -more, 0]) cube([inner, 8, size[2]]);
    }
    for (x = [wall / 2, right + wall / 2], y = screws)
        translate([x, y, deck + rail - 8]) bore(2.5, 8);
    for (x = [wall + 18, right - 18], y = [8, long - 8])
        translate([x, y, 0]) { bore(m3, deck); translate([0, 0, deck - 3.4]) cylinder(d = m3_head, h = 4); }
    translate([-more, bar_y - 2, 3]) cube([wall + 4, 4, 4]);       // the sensor's cable
}
