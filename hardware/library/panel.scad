// What box and lid of the croupier's panel share.
include <common.scad>

outer = [176, 76, 42];    // the lid lies on it
wall = 2.4;
post = 8.4;       // at each corner, with a brass insert
corner = wall + post / 2 - 0.2;
lid = 3.2;
buttons = 5;
button = 24 + 2 * pressed;// buttons that snap into a hole of 24 mm
pitch = 32;       // between middles: 8 mm from edge to edge
button_y = 30;
lamp = 8 + 2 * pressed;   // a bezel of 8 mm
lamp_y = 60;
gland = 12 + slides;      // M12: it holds the cable
gland_at = [140, 18];     // from the left, over the table
board = [60, 28, 1.6];    // strip board, with its own holes drilled
board_hole = 3.2;
board_hole_in = 4;
board_at = [14, 44.5];
raised = 8;
foot = [10, 4];   // rubber with its own glue, in a shallow place; it stands out by the rest
foot_sunk = 0.9;
feet = [for (x = [14, outer[0] - 14], y = [14, outer[1] - 14]) [x, y]];

function corners() = [for (x = [corner, outer[0] - corner], y = [corner, outer[1] - corner]) [x, y]];
function board_holes() = [for (x = [board_hole_in, board[0] - board_hole_in], y = [board_hole_in, board[1] - board_hole_in])
    [board_at[0] + x, board_at[1] + y]];
function button_x(at) = outer[0] / 2 + (at - (buttons - 1) / 2) * pitch;
