// What box and lid of a Pico share: it sits on a strip board beside the connectors of its sensors.
include <common.scad>

board = [72, 50, 1.6];    // board/carrier.kicad_pcb; for the wheel strip board of this size, with its holes drilled
board_hole = 3.2;
board_hole_in = 4;
pico = [51, 21, 1];       // in sockets
pico_at = [3.6, 19.4];    // on the board, its USB to the left
socket = 8.5 + 2.5;       // the strip on the board, and the plastic of the pins of the Pico, which lies on it
usb = [8, 2.8];           // wide, high; it stands out by 1.3 mm
plugs = [[11.55, 14.9], [34.55, 9.9], [51.55, 7.4]];  // J1, J2, J3 of the carrier: from, wide; each plugged in 10 high
over_board = 16.5;
wheel = false;            // true: the box of the wheel's Pico, on strip board (openscad -D wheel=true)

// The cables that leave at the front and at the back, from the left, as the carrier's plugs stand: name and thickness.
leave = wheel ? [for (row = [0, 1]) [for (at = [0 : 2]) ["cable of the eye", eye_cable]]]
    : [[["cable of the head", head_cable], ["cable of the gate", gate_cable], ["cable of the lid's switch", lid_cable]], []];

play = 0.5;
wall = 2.4;
ends = 9;                 // at both ends of the box: the lid's screws
raised = 7;
lid = 3;
wide = board[0] + 2 * play + 2 * ends;
deep = board[1] + 2 * play + 2 * 8.4;    // long walls, thick enough to hold a cable
high = wall + raised + board[2] + over_board + 2;
side = 8.4;
board_at = [ends + play, side + play];
board_z = wall + raised;
usb_z = board_z + board[2] + socket + pico[2] + usb[1] / 2;
plug = [13, 9];           // room for a plug's body
usb_y = board_at[1] + pico_at[1] + pico[1] / 2;
held = [-26, 10, 14];     // behind the USB plug a tie holds its cable at a tongue of the lid: from where, how long, how wide

function corners() = [for (x = [ends / 2, wide - ends / 2], y = [4.2, deep - 4.2]) [x, y]];
function board_holes() = [for (x = [board_hole_in, board[0] - board_hole_in], y = [board_hole_in, board[1] - board_hole_in])
    [board_at[0] + x, board_at[1] + y]];
function cable_x(at) = wide / 2 + (at - 1) * 20;
