// At the end of the camera's arm: a shelf for a camera module of the Raspberry Pi, beside the tube, looking down.
include <../library/camera.scad>

module camera_head() {
    difference() {
        union() {
            plate(shelf[0], shelf[1] + 6, shelf[2]);
            translate([0, shelf[1], 0]) plate(shelf[0], block, block);
        }
        translate([0, head_tube[0], head_tube[1]]) tube_bore(shelf[0]);
        translate([shelf[0] / 2, head_tube[0], block]) insert_hole(m3_insert, around + 2);
        for (at = module_holes()) translate([at[0], at[1], 0]) bore(m2, shelf[2]);
        translate([lens_at[0] - opening / 2, lens_at[1] - opening / 2, -more])
            cube([opening, opening, shelf[2] + 2 * more]);
        translate([shelf[0] / 2, 30, 0]) tie_slots(shelf[2]);  // its cable
    }
}

size = [shelf[0], shelf[1] + block, block];
echo(size = size);
echo(holes = holes);
camera_head();
