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
lens_from_holes = 9.5; // from the lower pair of holes to the middle of the lens; measure yours
lens = [9, 9, 7];      // its housing, below the board
opening = 13;          // for it, square
spacer = 2;            // between module and head: what stands below the module's board finds room
shelf = [40, 34, 4];
holes_at = [shelf[0] / 2, 10];
head_tube = [shelf[1] + block / 2, block / 2];  // the tube's middle in the head: y, z

function module_holes() = [for (x = [-holes[0] / 2, holes[0] / 2], y = [0, holes[1]]) [holes_at[0] + x, holes_at[1] + y]];
