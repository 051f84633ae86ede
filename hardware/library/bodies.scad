// What is bought, as bodies of stated measures, and how an assembly names them. An assembly draws each body once:
// in its place, or on the way there. `away` is the straight way it comes, in the body's own axes; the order of the
// file is the order of the work. Screws: ISO 4762; nuts: ISO 4032; inserts: Ruthex, from memory.
$unit = "";       // what is put together on its own, and joins the rest later
shown = 99;       // bodies up to this step are drawn; `steps` says how many there are, `below` which are seen from below
explode = 0;      // 1: each body of the last step, or of all where all are shown, at the beginning of its way

function tint(kind) = kind == "printed" ? "#7d95a8" : kind == "board" ? "#3f8f5a" : kind == "cable" ? "#333333"
    : kind == "felt" ? "#7a5" : kind == "insert" ? "#c9a227" : kind == "given" ? "#d8cbb3" : kind == "part" ? "#b5563c" : "#999999";

module body(name, step, away = [0, 0, 0], kind = "part", figures = [0]) {
    if (step <= shown) {
        echo(body = name, step = step, unit = $unit, kind = kind, away = away, figures = figures);
        translate((shown == 99 || step == shown ? explode : 0) * away)
            color(step == shown && kind == "printed" ? "#e0a030" : kind == "insert" && figures[0] != 3 ? "#f0ead8" : tint(kind))
                children();
    }
}

// Its children are put together on their own, in the steps `busy`, and join the rest when step `joins` begins.
module unit(name, joins, away, busy = [1]) {
    $unit = name;
    echo(unit = name, joins = joins, away = away);
    if (shown >= joins || len(search(shown, busy)) > 0)
        translate((shown <= joins || shown == 99 ? explode : 0) * away) children();
}

// What fastens a part that comes on this way in this step: pictures show it at that part, not where the part will be.
module fastens(step, way) { translate((shown == 99 || step == shown ? explode : 0) * way) children(); }

// Parts that are made ready on their own lie beside each other in the picture of this step, not where they will be.
module beside(step, way) { translate((step == shown ? explode : 0) * way) children(); }

module printed(name, step, away = [0, 0, 0]) { body(name, step, away, "printed") children(); }

// A screw: its head sits on z = 0, its shaft goes down.
head = [[2, 3.8, 2], [2.5, 4.5, 2.5], [3, 5.5, 3], [4, 7, 4], [5, 8.5, 5]];
module screw(d, long, step, away = 30, kind = "screw") {
    size = head[search(d, head)[0]];
    body(str("screw M", d, "×", long), step, [0, 0, away], kind, [d, long, size[1], size[2]]) {
        translate([0, 0, -long]) cylinder(d = d, h = long + more);
        cylinder(d = size[1], h = size[2]);
    }
}

// A brass insert: flush with z = 0, it goes down.
insert_size = [[2, 3.2, 4], [2.5, 4, 5.7], [3, 4, 5.7]];
module insert(step, d = 3, away = 15) {
    size = insert_size[search(d, insert_size)[0]];
    body(str("brass insert M", d), step, [0, 0, away], "insert", [d, size[2], size[1]]) difference() {
        translate([0, 0, -size[2]]) cylinder(d = size[1] - 0.02, h = size[2]);
        translate([0, 0, -size[2]]) bore(d + 0.04, size[2]);
    }
}

// A nut: it lies on z = 0, upwards.
nut_size = [[2, 4, 1.6], [3, 5.5, 2.4], [4, 7, 3.2], [5, 8, 4.7]];
module nut(d, step, away = 20) {
    size = nut_size[search(d, nut_size)[0]];
    body(str("nut M", d), step, [0, 0, away], "nut", [d, size[2], size[1]]) difference() {
        cylinder(d = size[1] / cos(30), h = size[2], $fn = 6);
        bore(d + 0.04, size[2]);
    }
}

// A washer under a head, on z = 0: over a slot a head alone has no seat. Upon it a spring washer, pressed flat.
washer_size = [7, 0.5];
spring_size = [6.2, 0.8];
module washer(step, away = 25) {
    body("washer M3", step, [0, 0, away], "washer") ring(washer_size);
    translate([0, 0, washer_size[1]]) body("spring washer M3", step, [0, 0, away + 2], "washer") ring(spring_size);
}

module ring(size) {
    difference() {
        cylinder(d = size[0], h = size[1]);
        bore(3.3, size[1]);
    }
}

// A lamp or a phototransistor of 5 mm: its collar lies under z = 0, it looks down.
led_size = [5, 8.6, 5.8, 1];  // body, length over all, collar, its height
module led(name, step, away = 40) {
    body(name, step, [0, 0, away]) {
        translate([0, 0, -led_size[3]]) cylinder(d = led_size[2], h = led_size[3]);
        translate([0, 0, led_size[0] / 2 - led_size[1]]) cylinder(d = led_size[0], h = led_size[1] - led_size[0] / 2 - more);
        translate([0, 0, led_size[0] / 2 - led_size[1]]) sphere(d = led_size[0]);
        for (x = [-1.27, 1.27]) translate([x - 0.25, -0.25, -more]) cube([0.5, 0.5, 6]);
    }
}

// A board with a hole at each corner: `under` it and `over` it stands as much as its parts need, inside the holes' pads.
module board(name, size, hole_in, hole, step, away = [0, 0, 30], over = 0, under = 0, pad = 3.6) {
    body(name, step, away, "board") {
        difference() {
            cube(size);
            for (x = [hole_in, size[0] - hole_in], y = [hole_in, size[1] - hole_in]) translate([x, y, 0]) bore(hole, size[2]);
        }
        room = hole_in + pad;
        difference() {
            translate([0.5, 0.5, -under]) cube([size[0] - 1, size[1] - 1, size[2] + over + under]);
            for (x = [-more, size[0] - room], y = [-more, size[1] - room])
                translate([x, y, -under - 1]) cube([room + more, room + more, size[2] + over + under + 2]);
        }
        children();
    }
}

// A round cable along x from x = 0, its upper side pressed flat from `from` on, for `held` mm.
module round_cable(name, long, from, held, step, away = [0, 0, 20], d) {
    body(name, step, away, "cable", [d, long, from, held]) rotate([0, 0, 0]) difference() {
        rotate([0, 90, 0]) cylinder(d = d, h = long);
        translate([from - more, -d, d / 2 - pinch]) cube([held + 2 * more, 2 * d, d]);
    }
}
