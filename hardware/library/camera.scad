// What the parts of the camera's arm share: measures of foot, elbow and head.
include <common.scad>

base = [80, 60, 8];
socket = 40;      // height of the foot's sleeve
split = 2;        // closed by two M4 screws
ear = 16;         // thick, over the split
table = 12;       // the board under the foot; M5 screws go through both
foot_screws = [for (x = [9, base[0] - 9], y = [9, base[1] - 9]) [x, y]];
ear_screws = [base[2] + 10, base[2] + socket - 10];
ear_y = base[1] / 2 + tube / 2 + 10;

block = tube + 2 * around;
elbow = [2 * block - around, block, block];

holes = [21, 12.5];    // the camera module's four holes
hole = 2.2;
module_size = [25, 24, 1];
lens_from_holes = 12.5;// from the upper pair of holes to the middle of the lens: it stands between the other pair
lens = [11.5, 11.5, 7];// its housing over the board
opening = 13;          // for it, square
camera_socket = [21, 5.7, 2.9];   // of the flat cable: on the board's other side, 0.3 from its lower edge
spacer = 2;            // between module and head: what stands below the module's board finds room
shelf = [40, 34, 4];
holes_at = [shelf[0] / 2, 10];
head_tube = [shelf[1] + block / 2, block / 2];  // the tube's middle in the head: y, z

// In its own axes: the socket of its cable along y, the lens along z, its middle over x = y = 0; the board ends at z = 0.
module camera_module(lens) {
    edge = module_size[1] - lens_from_holes - 2;
    difference() {
        translate([-module_size[0] / 2, -lens_from_holes - 2, -module_size[2]]) cube(module_size);
        for (x = [-holes[0] / 2, holes[0] / 2], y = [-lens_from_holes, holes[1] - lens_from_holes])
            translate([x, y, -module_size[2]]) bore(hole, module_size[2]);
    }
    translate([-lens[0] / 2, -lens[1] / 2, -more]) cube([lens[0], lens[1], lens[2] + more]);
    translate([-camera_socket[0] / 2, edge - 0.3 - camera_socket[1], -module_size[2] - camera_socket[2]])
        cube([camera_socket[0], camera_socket[1], camera_socket[2] + more]);
}

// On the arm the socket lies away from the tube.
lens_at = [holes_at[0], holes_at[1] + holes[1] - lens_from_holes];

function module_holes() = [for (x = [-holes[0] / 2, holes[0] / 2], y = [0, holes[1]]) [holes_at[0] + x, holes_at[1] + y]];
