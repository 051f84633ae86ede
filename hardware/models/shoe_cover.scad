// Closes the pocket of the reader's board from below, presses it against the floor of the mouth with a piece of
// foam, and holds its cable. It lies flush in the nose.
include <../library/shoe.scad>

wide_cover = cover_to[0] - cover_from[0] - slides;
long_cover = cover_to[1] - cover_from[1] - slides;

// In the place where it is used: below the nose.
module shoe_cover() {
    difference() {
        union() {
            translate([cover_from[0] + slides / 2, cover_from[1] + slides / 2, -deep]) plate(wide_cover, long_cover, cover, 2);
            for (at = cover_screws) translate([at[0], at[1], -deep]) cylinder(d = m3_head + 2 * thinnest, h = cover);
        }
        for (at = cover_screws) translate([at[0], at[1], -deep]) { bore(m3, cover); bore(m3_head, cover_head - more); }
    }
}

size = [wide_cover, long_cover, cover];
echo(size = size);
translate([-cover_from[0] - slides / 2, -cover_from[1] - slides / 2, deep]) shoe_cover();
