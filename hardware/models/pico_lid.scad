// The lid of pico_box: it presses on the cables. A hole shows the Pico's own lamp; a pin reaches BOOTSEL through it. A tie
// holds the USB cable at its tongue. Printed with its upper side on the bed.
include <../library/pico.scad>

module pico_lid() {
    difference() {
        union() {
            plate(wide, deep, lid, 4);
            translate([held[0], usb_y - held[2] / 2, 0]) plate(-held[0] + 8, held[2], lid);
            translate([held[0], usb_y - held[2] / 2, usb_z + usb_cable / 2 - high])
                plate(held[1], held[2], high + lid - usb_z - usb_cable / 2, 2);
        }
        translate([held[0] + held[1] / 2, usb_y, lid]) mirror([0, 0, 1]) tie_slots(lid + high - usb_z);
        for (at = corners()) translate([at[0], at[1], 0]) bore(m3, lid);
        translate([board_at[0] + pico_at[0] + 12, board_at[1] + pico_at[1] + pico[1] / 2, 0]) slot(5, 8, lid);
    }
}

size = [wide - held[0], deep, high + lid - usb_z - usb_cable / 2];
echo(size = size);
translate([-held[0], deep, lid]) rotate([180, 0, 0]) pico_lid();
