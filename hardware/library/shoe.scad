// What nose, bridge and cover of the shoe's mouth share. The card runs along y on z = 0; the board hangs below.
include <common.scad>

card = 63;        // width of a card; 57 for bridge size
clear = 1;        // play beside it
gap = 1.2;        // between floor and bridge: a card passes; black felt on it may make it less
rail = 9;         // beside the card: here the bridge is screwed on
ledge = 8;        // right of the rails: the fork's connector and its cable
long = 67;
deep = 18;        // from the floor down to the lip of the shoe
bar_y = 34;       // where the bar sensor looks, from the side where cards come in
gate_after = 6;   // the gate stands so far behind the bar sensor
sensor_in = 3.5;  // how far in from the card's left edge it looks: the middle of the printed bars
slit = [5, 0.5];  // what it sees through, across and along the way
sheet = [14, 9, 0.1];     // black sheet with that slit, glued level with the floor
sheet_sunk = 0.2; // one layer
sensor_below = 1.1;       // from the sheet down to the sensor's face

board = [16, 14, 1.6];    // the reading head: its outline as in board/head.kicad_pcb, its sensor up
sensor_on_board = [6, 7]; // seen from the card's side
sensor = [3.6, 2.9, 1.7]; // QRE1114GR, its lamp and its eye side by side across the way
sensor_feet = [4.8, 6.2, 0.8];
under_board = 7;          // its connector with the plug, downwards
foam = 1;         // between what is under the board and the cover: holds the head up against the floor
cover = 4.8;      // its heads are sunk: 1.6 mm are left below them
cover_head = 3.2;

fork = [15, 8, 13.6];     // EE-SX471 on its side, its foot up: into the mouth, along the way, high; measure yours
fork_slot = [9, 5];       // deep, wide
fork_high = 6.8;          // from the middle of its slot up to its foot, which hangs from the bridge
fork_foot = [6, 26, 3];
fork_pitch = 19;          // its two screws
fork_plug = [16, 8, 13.6];// its connector EE-1006, behind it on its four pins: into the mouth, along the way, high; measure yours
fork_travel = 6;          // it can be moved by this, across the way
arms_from = -fork_slot[0] - fork_travel / 2;  // from the fork's own middle, where its slot ends

inner = card + clear;
right = rail + inner;
wide = right + rail + ledge;
gate_y = bar_y + gate_after;
fork_x = right + 2;       // where its slot ends
high = fork_high + 3.2;   // of the bridge over the floor
board_at = [rail + sensor_in - sensor_on_board[0], bar_y - sensor_on_board[1]];
board_top = -sheet[2] - sensor_below - sensor[2];
bay = 13;                 // right of the board, for its connector and the cable
cable_x = board_at[0] + board[0] + bay / 2 + 1;
bridge_screws = [9, 62];  // along the way, in both rails
shoe_screws = [[16, 7.5], [62, 7.5], [16, 61], [62, 61]];
shoe_head = 8;           // the heads lie so deep below the floor
cover_from = [3, 17];
cover_to = [44, 51];
cover_screws = [for (x = [8.5, 38.5], y = [22, 46]) [x, y]];

switch_at = [14, 51];             // the lid's switch on the bridge: SS-01GL on its side
switch_pitch = 9.5;
switch_size = [19.8, 10.2, 6.4];
function switch_holes() = [for (x = [-switch_pitch / 2, switch_pitch / 2]) [switch_at[0] + x, switch_at[1]]];
