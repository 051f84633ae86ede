"""The changes of `tools/mutants.py` that make no difference anybody could see: they are never tried."""

EQUAL = {
    "controller/sabot/instruments/camera/eye.py::: 65536 -> 65537": "how much is read at once",
    "controller/sabot/instruments/camera/eye.py::: 65536 -> 65535": "how much is read at once",
    "controller/sabot/instruments/wheel/physics.py::_Scene.mark: 0 -> 1": "a revolution on is the same place",
    "controller/sabot/instruments/wheel/physics.py::_Scene.mark: 0 -> -1": "so is one back",
    "controller/sabot/instruments/line/session.py::Session._out_of_turn: 0 -> 1": "no lead never comes there",
    "controller/sabot/instruments/line/discovery.py::_the_one: 0 -> -1 #1": "there is only one",
    "controller/sabot/instruments/simulated/dealing.py::winner: "
    "points[1] > points[0] -> points[1] >= points[0]": "they are not equal there",
    "controller/sabot/instruments/wheel/statistics.py::_critical: 80 -> 81": "it is exact before that",
    "controller/sabot/instruments/wheel/statistics.py::_upper: 1e-15 -> -0.999999999999999": "it is later",
    "dashboard/sabot_dashboard/pages/technician.py::: 256 -> 257": "how much is read at once",
    "dashboard/sabot_dashboard/pages/technician.py::: 256 -> 255": "how much is read at once",
    "dashboard/sabot_dashboard/pages/technician.py::: 1024 -> 1025": "how much is read at once",
    "dashboard/sabot_dashboard/pages/technician.py::: 1024 -> 1023": "how much is read at once",
    "controller/sabot/instruments/wheel/sabot_wheel.py::Parser._lies: 20000000 -> 19999999": "a microsecond",
    "controller/sabot/live/outputs/lamp.py::Lamp.__init__: 0.0 -> -1.0": "a table that is never silent",
    "controller/sabot/live/outputs/signals.py::: 1000 -> 1001": "it is always on",
    "controller/sabot/live/outputs/signals.py::: 0 -> -1": "it is never on",
    "controller/sabot/instruments/wheel/rotor.py::rotor: 1 -> 0 #1": "it is the same part of a revolution",
    "controller/sabot/instruments/shoes/angel_eye.py::Parser.__init__: 0 -> -1": "no report is a candidate",
    "controller/sabot/instruments/line/replay.py::Recording.__init__: 0 -> 1": "it is empty then",
    "controller/sabot/instruments/simulated/cable.py::Cable.is_in: "
    "self._master >= 0 -> self._master > 0": "0 is the standard input",
    "controller/sabot/instruments/wheel/physics.py::_crooked: "
    "wheel.pocket2_deg + 40.0 -> wheel.pocket2_deg - 40.0": "it is as far away on the other side",
    "controller/sabot/instruments/wheel/curve.py::fitted: 0.0 -> -1.0 #1": "what remains has no part there",
    "controller/sabot/instruments/wheel/rotor.py::_counted: 9 -> 8": "no edge is within three of it",
    "controller/sabot/instruments/wheel/rotor.py::_steady: 0.0 -> -1.0": "a revolution back is the same",
    "controller/sabot/instruments/wheel/sabot_wheel.py::Parser._start_over: 0 -> -1": "a microsecond",
    "controller/sabot/instruments/wheel/sabot_wheel.py::Parser._taken: "
    "frame.time_us < self._edges[-1].t_us - wheel_edges.OUT_OF_ORDER_US -> "
    "frame.time_us <= self._edges[-1].t_us - wheel_edges.OUT_OF_ORDER_US": "a microsecond",
    "controller/sabot/live/loop.py::Loop._tick: 0 -> -1": "the time is given in the next line",
    "controller/sabot/live/loop.py::Loop._halted: 0 -> 1": "only the stamp is read",
    "controller/sabot/live/speech.py::Spoken._said: 24 -> 25": "how long the name of a file is",
    "controller/sabot/record/shift/days.py::_beginning: 1 -> 0": "no table was opened: nothing is folded",
    "controller/sabot/record/shift/paper.py::_part: 0 -> 1": "what has no frame is drawn alike in any width",
    "controller/sabot/instruments/shoes/angel_eye_wire.py::scanned: 3 -> 2 #1": "a code is like data",
    "controller/sabot/instruments/wheel/cammegh.py::_off_speed: 0 -> -1": "a side is 1 or -1",
    "controller/sabot/instruments/simulated/instrument.py::Instrument.__init__: 0.0 -> -1.0": "time is later",
    "controller/sabot/instruments/line/watch.py::Watch.__init__: 0 -> -1": "an open port sets it",
    "controller/sabot/instruments/line/losses.py::Losses._proof_ns: 16 -> 15": "a minute is less",
    "controller/sabot/instruments/line/losses.py::Losses._proof_ns: 16 -> 17": "a minute is less",
    "controller/sabot/instruments/panel/buttons.py::Buttons._look: 0 -> -1": "no time is below 0",
    "controller/sabot/instruments/wheel/statistics.py::spins_for: 1 -> 0 #2": "the first step makes it 1",
    "controller/sabot/instruments/wheel/statistics.py::_critical: 200 -> 201": "it is far above the limit",
    "controller/sabot/instruments/wheel/statistics.py::_critical: 200 -> 199": "it is far above the limit",
    "controller/sabot/instruments/wheel/physics.py::Sensors.spoilt: "
    "rng.random() < self.doubled -> rng.random() <= self.doubled": "chance is never exactly that",
    "controller/sabot/instruments/wheel/physics.py::Sensors.spoilt: "
    "rng.random() < self.missed -> rng.random() <= self.missed": "chance is never exactly that",
    "controller/sabot/instruments/wheel/physics.py::: 0.0 -> -1.0": "a share below 0 is none",
    "controller/sabot/instruments/wheel/physics.py::: 0.0 -> -1.0 #1": "a share below 0 is none",
    "controller/sabot/instruments/line/session.py::ahead: "
    "sequence - of + 32768 -> sequence - of - 32768": "it is the same modulo 65536",
    "controller/sabot/instruments/line/session.py::_marked: 0 -> 1": "the first hello sets it",
    "controller/sabot/instruments/line/session.py::_marked: 0 -> -1": "the first hello sets it",
    "controller/sabot/instruments/simulated/cable.py::Cable.__init__: 1 -> 2": "below 0 it is none",
    "controller/sabot/instruments/simulated/cable.py::Cable.pull: 1 -> 2": "below 0 it is none",
    "controller/sabot/instruments/wheel/rest.py::_apart: "
    "one - other + pockets / 2 -> one - other - pockets / 2": "it is the same modulo the pockets",
    "controller/sabot/instruments/wheel/rest.py::_middle: 1 -> 0": "each of the group will do",
    "controller/sabot/instruments/wheel/rest.py::_middle: 1 -> 2": "each of the group will do",
    "controller/sabot/instruments/simulated/cable.py::Cable.received: 4096 -> 4097": "how much at once",
    "controller/sabot/instruments/simulated/cable.py::Cable.received: 4096 -> 4095": "how much at once",
    "controller/sabot/instruments/wheel/statistics.py::_critical: 80 -> 79": "it is exact before that",
    "controller/sabot/instruments/wheel/statistics.py::_critical: 0.0 -> -1.0": "the limit is above both",
}
"""Each by its name, and why nobody could see it."""
