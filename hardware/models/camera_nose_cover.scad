// Closes the box of the camera's nose from below and carries the camera on four posts, or a ready imager in a frame; it holds
// both cables. Printed as it is used.
include <../library/nose.scad>

module camera_nose_cover() {
    difference() {
        union() {
            translate([-half[0], -half[1], -deep - cover]) plate(2 * half[0], 2 * half[1], cover);
            if (imager) imager_frame();
            else for (at = camera_holes()) translate([at[0], at[1], -deep - more]) cylinder(d = m2_insert + 2 * insert_wall + 0.2, h = post + more);
        }
        if (imager) translate([imager_at[0], imager_at[1], -deep - cover]) rotate([0, 0, 90]) tie_slots(cover + imager_rim + 1, imager_size[0] + 6);
        else for (at = camera_holes()) translate([at[0], at[1], post - deep]) insert_hole(m2_insert, m2_insert_deep);
        for (at = cover_screws) translate([at[0], at[1], -deep - cover]) { bore(m3, cover); bore(m3_head, cover_head - more); }
        for (at = nose_feet) translate([at[0], at[1], -deep - cover - more]) cylinder(d = nose_foot[0] + slides, h = nose_foot_sunk + more);
    }
}

module imager_frame() {
    room = [imager_size[0] + slides, imager_size[1] + slides];
    translate([imager_at[0], imager_at[1], -deep - more]) difference() {
        translate([-room[0] / 2 - 1.6, -room[1] / 2 - 1.6, 0]) cube([room[0] + 3.2, room[1] + 3.2, imager_rim + more]);
        translate([-room[0] / 2, -room[1] / 2, 0]) cube([room[0], room[1], imager_rim + 1]);
        translate([-room[0] / 2 - 2, -4, 0]) cube([room[0] + 4, 8, imager_rim + 1]);  // for the tie, and its cable
    }
}

size = [2 * half[0], 2 * half[1], cover + (imager ? imager_rim : post)];
echo(size = size);
translate([half[0], half[1], deep + cover]) camera_nose_cover();
