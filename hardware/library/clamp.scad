// The clamp on the wheel's rim, drawn standing: x across the rim, from the outside in; y up; z along the rim.
include <common.scad>

rim = 30;         // thickness of the rim
spare = 6;        // the clamp is wider by this: felt inside, the disc on the screw's tip outside
depth = 40;       // the outer leg reaches so far down
lip = 6;          // the inner one so far; look where the ball runs before you make it longer
lift = 45;        // from the top of the rim up to the tube's middle
leg = 12;  
clamp_wide = 30;
bolt_y = 16;      // from the outer leg's end up to the M5 screw
m5_nut = [8, 4.7];

opening = rim + spare;
collar = tube + 2 * around;
top = depth + leg;            // upper side of the plate that lies on the rim
middle = depth + lift;          // of the tube
across = opening + 2 * leg;
