// At the end of the camera's arm: a plate for a camera module of the Raspberry Pi, beside the tube, looking down.
include <common.scad>

holes = [21, 12.5];    // the module's four holes
hole = 2.2;
lens_from_holes = 9.5; // from the lower pair of holes to the middle of the lens; measure yours
board = [40, 34, 4];
around = 5;

block = tube + 2 * around;
size = [board[0], board[1] + block, block];
echo(size = size);
echo(holes = holes);

difference() {
    union() {
        plate(board[0], board[1] + 6, board[2]);
        translate([0, board[1], 0]) plate(board[0], block, block);
    }
    translate([0, board[1] + block / 2, block / 2]) tube_bore(board[0]);
    translate([board[0] / 2, board[1] + block / 2, block - around - 1]) cylinder(d = m3_insert, h = around + 2);
    translate([board[0] / 2, 10, 0]) {
        for (x = [-holes[0] / 2, holes[0] / 2], y = [0, holes[1]]) translate([x, y, 0]) bore(hole, board[2]);
        translate([0, lens_from_holes, 0]) bore(9, board[2]);
    }
}
