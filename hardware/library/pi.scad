// What box and lid of a Raspberry Pi 5 share: it stands in its own room, and every plug beside it in another, so that the
// lid can hold each cable behind its plug. Measures of the Pi from memory of its maker's drawing: hold yours against them.
include <common.scad>

pi = [85, 56, 1.6];
pi_hole = 2.7;
pi_holes = [for (x = [3.5, 61.5], y = [3.5, 52.5]) [x, y]];
pi_usb = [29.1, 47];      // along its right side: middles of the USB sockets
pi_network = 10.2;
pi_supply = 11.2;         // along its front: middles of USB-C and of the first HDMI
pi_screen = 25.8;
pi_camera = 11;           // along its right side: middle of the camera's flat cable, whose width lies along it
pi_card = [14, 42];       // along its left side: from, to; memory card below, button above
over_pi = 24;             // the cooler, or plugs on the pins
under_pi = 3;

side = 8.4;               // walls thick enough to hold a cable
wall = 2.4;               // the floor
lid = 3;
raised = 8;
front_room = 34;          // in front of the board: room for plugs and the bend behind them
right_room = 44;
beside = 2;               // on the two other sides
wide = pi[0] + beside + right_room + 2 * side;
deep = pi[1] + beside + front_room + 2 * side;
pi_at = [side + beside, side + front_room];
pi_z = wall + raised;
high = pi_z + pi[2] + over_pi;

flat_cable = [17, 2];     // the camera's, with its play, on foam of 1.6 mm

function corners() = [for (x = [side / 2, wide / 2, wide - side / 2], y = [side / 2, deep - side / 2]) [x, y]];
function posts() = [for (at = pi_holes) [pi_at[0] + at[0], pi_at[1] + at[1]]];
foot = [10, 4];           // as below the panel
foot_sunk = 0.9;
feet = [for (x = [12, wide - 12], y = [12, deep - 12]) [x, y]];

// Channels: where along the wall, and how thick the cable is.
front = [[pi_at[0] + pi_supply, supply_cable], [pi_at[0] + pi_screen + 14, screen_cable]];
back = [[pi_at[0] + 20, panel_cable], [pi_at[0] + 34, lamp_cable]];
right = [[30, usb_cable], [pi_at[1] + pi_network + 15, network_cable], [pi_at[1] + pi_usb[0] + 6, usb_cable], [pi_at[1] + pi_usb[1] - 2, usb_cable]];
camera_y = pi_at[1] + pi_camera;
