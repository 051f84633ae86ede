// What an eye of the wheel and its back share: lamp and phototransistor of 5 mm whose axes meet `focus` below z = 0.
include <common.scad>

focus = 90;       // from the eye's lower side to what it looks at
apart = 14;       // between the two axes where the lamps' collars lie
lamp = [5, 8.6, 5.8, 1];  // body, length over all, collar, its height
hood = 12;        // below the lamps: keeps the lamps of the room out
board = [40, 25, 1.6];    // the eye's board, as in the shoe
board_hole = 3.2;
board_hole_in = 3;
over_board = 12;  // the highest part on it
raised = 9;       // the board over the floor of its box

root = hood + lamp[1] + 0.2;      // the floor of the box; the collars lie just below it
tilt = atan(apart / 2 / (focus + root));
play = 0.5;       // round the board
ends = 9.5;       // at both ends of the box: the lid's screws
wall = 2.4;
wide = board[0] + 2 * play + 2 * ends;
deep = board[1] + 2 * play + 2 * wall;
high = root + raised + board[2] + over_board + 0.5;
lid = 4;
lid_screws = [ends / 2 - 0.2, wide - ends / 2 + 0.2];
board_at = [wide / 2 - board[0] / 2, deep / 2 - board[1] / 2];
cable_y = deep - 8;
tube_z = lid + tube / 2 + 3;      // the tube's middle over the box
tall = tube_z + tube / 2 + around + 1;
keeper = [30, 9, 3];
keeper_hole = 4.4;  // the lamps' wires

function board_holes() = [for (x = [board_hole_in, board[0] - board_hole_in], y = [board_hole_in, board[1] - board_hole_in])
    [board_at[0] + x, board_at[1] + y]];

// A place on the axis of the lamp (-1) or of the phototransistor (1): its collar's upper side is z = 0.
module axis(side) {
    translate([wide / 2 + side * apart / 2, deep / 2, root - 0.2]) rotate([0, side * tilt, 0]) children();
}
