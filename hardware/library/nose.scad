// What the parts of the camera's nose share: a nose that hangs on the lip of a shoe one owns, and in which a camera looks up
// at the face of each card through a pane. x across the card, y along its way, z up; the card slides on z = 0, and the
// middle of the pane is x = y = 0. The camera's board and its holes are those of camera.scad.
include <camera.scad>

// Your shoe
lip_thick = 6;    // of its lip: 2 to 10 without another print
lip_wide = 90;    // 80 at least: the jaws hold it beside the card
bite = 20;        // the jaws reach so far over the lip, and below it

// The card, and what the camera sees of it
card = 63;        // 57 for bridge size: only the bridge is another
clear = 1;        // play beside it
gap = 1.2;        // between pane and roof: a card passes
inner = card + clear;
path = 60;        // from the card's face to the lens: 52 to 80; the nose is deeper by what the path is longer
seen = [66, 92];  // across, along: the whole card, because the reader finds a card by its edges
pane = [72, 98, 2];       // glass or acrylic, clear; glued on a ledge
pane_sunk = 0.1;  // below the floor, so that no card meets its edge

// A ready imager instead of the camera (openscad -D imager=true): any that lies flat and looks up; measure yours
imager = false;
imager_size = [24, 24, 14];       // across, along, high: from its floor to its window
imager_at = [0, 0];               // its middle below the pane: where the code passes
imager_cable = usb_cable;
imager_rim = 4;                   // the frame that keeps it in its place is so high

// The camera: Camera Module 3 Wide, 12.4 mm high in all; how that divides is an estimate
wide_lens = [11.5, 11.5, 8.4];    // its housing over the board
spacer = 3;                       // between post and board: the socket of the flat cable finds room beside a post
post = 4.4;                       // below the spacer: room for the bend of the flat cable

// The lamps: a strip of LED at each side, outside the camera's view and so low that the pane mirrors it beside what is seen
strip_size = [8, 80, 2.5];        // across, along the strip, high
lit = 5;                          // so wide is the light on it
lamp_at = [54, -27.5];            // the middle of its slope: x at one side, z; the slope stands at 45 degrees
slope = 5;                        // half of it, across and down

// The box
half = [61.5, 55];                // from the middle to the outside
side = half[0] - lamp_at[0] + slope;                           // its walls below the lamps
floor_under = 1.5;                // below the pane's ledge
deep = path + wide_lens[2] + module_size[2] + spacer + post;   // from the card down to the cover
cover = 5;
cover_head = 3.2;
bridge_high = 8;
finger = 26;                      // the window in which a finger draws the card
front = 12;                       // of bridge across the way, before the window
bridge_screws = [for (x = [-48, 48], y = [-50.5, 50.5]) [x, y]];
cover_screws = [for (x = [-55, 55], y = [-47, 47]) [x, y]];
nose_foot = [10, 4];
nose_foot_sunk = 0.9;
nose_feet = [for (x = [-42, 42], y = [-44, 44]) [x, y]];
cable_y = 30;                     // where the lamps' cable leaves, on the left
flat = [17, 2];                   // the camera's flat cable with its play, on foam of 1.6 mm

// The clamp
felt_thick = 2;
strip = [74, 14, 4];              // between the screws and the felt below the lip
jaw = 8;                          // thick; its upper side lies below a lip of 10 mm with felt and strip
jaw_top = -10 - felt_thick - strip[2];
flange = [90, 6, 40];
jaw_screws = [for (x = [-39, 39], z = [-32, -48]) [x, z]];
clamp_x = [-25, 25];
clamp_y = -half[1] - flange[1] - 5;
m4_nut = [7, 3.2];
dimple = [5, 1];

function camera_holes() = [for (x = [lens_from_holes, lens_from_holes - holes[1]], y = [-holes[0] / 2, holes[0] / 2]) [x, y]];
