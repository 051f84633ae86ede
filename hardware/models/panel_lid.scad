// The croupier's panel, upper side: five buttons within the reach of one hand, the lamp above them.
include <../library/panel.scad>

module panel_lid() {
    difference() {
        plate(outer[0], outer[1], lid, 5);
        for (at = [0 : buttons - 1]) translate([button_x(at), button_y, 0]) bore(button, lid);
        translate([outer[0] / 2, lamp_y, 0]) bore(lamp, lid);
        for (at = corners()) translate([at[0], at[1], 0]) bore(m3, lid);
    }
}

size = [outer[0], outer[1], lid];
echo(size = size);
echo(buttons = buttons, button = button, pitch = pitch);
panel_lid();
