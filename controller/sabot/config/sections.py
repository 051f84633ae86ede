"""The sections of the configuration: the classes are the file.

A section each, a key each field, with its default, its bounds and the sentence that `sabot config` prints
above it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sabot.config import state
from sabot.config.home import HomeSection
from sabot.config.keys import key
from sabot.config.mqtt import MqttSection
from sabot.config.screens import DashboardSection, DisplaySection, HouseSection
from sabot.config.webhooks import WebhooksSection
from sabot.config.wheel import WheelSection
from sabot.core.options import House
from sabot.games.register import GAMES, USUAL


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSection:
    """The table itself."""

    name: str = key("Table 1", "what this table is called on its screens and in its journal")
    game: str = key(USUAL, "the game that is dealt; `sabot games` names them", among=GAMES)
    language: str = key("fr", "the language of the screens", among=("fr", "nl", "de", "en"))


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalSection:
    """The record of everything that was seen and decided."""

    path: str = key(
        "",
        "the file; empty: sabot/table.sqlite3 in $XDG_STATE_HOME, or in ~/.local/state where that is not set",
    )
    recordings: str = key("", "a folder for the raw bytes of every instrument; empty: they are not kept")


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsSection:
    """What `sabot doctor` watches over."""

    disk_free_mb: int = key(
        200, "a disk with fewer megabytes left than this is not enough to open", bounds=(0, 10_000_000)
    )


RETENTION_DAYS = (0, 36_500)


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionSection:
    """How long the table keeps what it can do without; 0: for ever. The journal is never cut."""

    pictures_days: int = key(
        90, "the pictures of cards, as far as pictures_mb has room", bounds=RETENTION_DAYS
    )
    log_days: int = key(30, "the lines of the log", bounds=RETENTION_DAYS)
    school_days: int = key(1095, "answers and examinations of the school", bounds=RETENTION_DAYS)
    attempts_days: int = key(30, "counts of wrong PINs, by name and address", bounds=RETENTION_DAYS)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogSection:
    """What the table says of its own work on standard error, where systemd collects it."""

    format: str = key("text", "one line for a person, or one of JSON for a program", among=("text", "json"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundSection:
    """The calls as spoken words. Alarm tones are a matter of each screen."""

    calls: str = key(
        "off", "where the calls are spoken, if at all", among=("off", "screens", "speaker", "both")
    )
    recordings: str = key(
        "", "a folder of the house’s own recordings, such as rien-ne-va-plus.wav; what is missing is spoken"
    )
    engine: str = key("espeak-ng", "the speech engine: a command that knows the options of espeak-ng")
    words_per_minute: int = key(150, "how fast the engine speaks", bounds=(80, 300))


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingSection:
    """A trainee who deals at this table; the trainer's page changes it while the table runs."""

    mode: str = key(
        "off", "coach warns before the wrong card, silent only records", among=("off", "coach", "silent")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationSection:
    """The simulated shoe and croupier that stand in while no instrument is configured."""

    driver: str = key("angel-eye", "the shoe whose wire format the simulated one speaks")
    seconds_per_card: float = key(1.7, "the pace of the simulated croupier", bounds=(0, 60))
    seed: int = key(0, "the shuffle; 0: another one at each start", bounds=(0, 2**31))


GPIO_BOUNDS = (-1, 27)


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelSection:
    """The croupier's panel at the pins of a Raspberry Pi, by their BCM numbers; -1: not fitted."""

    use: str = key(
        "off", "auto: where this machine is a Raspberry Pi with gpiozero", among=("auto", "on", "off")
    )
    factory: str = key(
        "auto",
        "the library of the pins; mock: none, for trying out",
        among=("auto", "lgpio", "rpigpio", "pigpio", "native", "mock"),
    )
    deal: int = key(17, "the button of the next card", bounds=GPIO_BOUNDS)
    rien_ne_va_plus: int = key(27, "the button that closes the stakes", bounds=GPIO_BOUNDS)
    end_of_coup: int = key(22, "the button that closes the coup", bounds=GPIO_BOUNDS)
    undo: int = key(23, "the button that takes the last act back; it must be held", bounds=GPIO_BOUNDS)
    call_supervisor: int = key(24, "the button that calls the supervisor", bounds=GPIO_BOUNDS)
    lamp_red: int = key(5, "the red of the lamp", bounds=GPIO_BOUNDS)
    lamp_green: int = key(6, "the green of the lamp", bounds=GPIO_BOUNDS)
    lamp_blue: int = key(13, "the blue of the lamp", bounds=GPIO_BOUNDS)
    buzzer: int = key(19, "the buzzer", bounds=GPIO_BOUNDS)
    debounce_ms: int = key(30, "a button counts as pushed when it stays so for so long", bounds=(10, 200))
    hold_ms: int = key(800, "how long undo must be held", bounds=(300, 5000))
    stuck_s: int = key(10, "a button that is down for so long is stuck", bounds=(2, 120))


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraSection:
    """The eye over the table or the wheel, or in the nose of the sabot; docs/camera.md, docs/wheel.md."""

    source: str = key(
        "",
        "picamera, /dev/video0 or its number, http:// or rtsp:// of a camera in the network, a folder of "
        "pictures or a film, or simulated; empty: no camera",
    )
    use: str = key(
        "witness",
        "witness: checks what the sabot or the wheel says; sabot: replaces it; nose: looks out of it at each "
        "card; wheel: tells the number",
        among=("witness", "sabot", "nose", "wheel"),
    )
    letters: str = key("any", "the letters of the courts", among=("any", "en", "fr", "nl", "de", "ru"))
    width: int = key(1280, "pixels of a picture across", bounds=(320, 4608))
    height: int = key(720, "pixels of a picture down", bounds=(240, 2592))
    fps: int = key(15, "pictures a second", bounds=(1, 120))
    exposure_us: int = key(
        0,
        "microseconds; 0: a Pi’s camera finds exposure and white balance, then holds them; on USB: automatic",
        bounds=(0, 1_000_000),
    )
    focus_cm: int = key(
        0, "the distance from a Pi’s camera to the cloth; 0: it finds it, then holds it", bounds=(0, 1000)
    )
    number: int = key(0, "which of the cameras of a Pi, as rpicam-hello --list-cameras counts", bounds=(0, 9))
    full_field: bool = key(
        True, "a Pi’s camera uses its whole sensor; false: it may take a part of it, which can be faster"
    )
    white_balance_k: int = key(
        0, "kelvin, the white balance that a USB camera holds; 0: automatic", bounds=(0, 12_000)
    )
    focus_steps: int = key(
        -1, "the focus that a USB camera holds, in its driver’s numbers; -1: automatic", bounds=(-1, 10_000)
    )
    width_mm: int = key(
        800, "the table between the middles of marks 0 and 1, or of the first two corners", bounds=(50, 5000)
    )
    height_mm: int = key(
        500, "the same between marks 1 and 2, or the second and third corner", bounds=(50, 5000)
    )
    corners: str = key(
        "", 'four points of a picture, clockwise from the upper left: "x,y x,y x,y x,y"; empty: by the marks'
    )
    zones: str = key(
        "",
        'where cards lie, in millimetres: "punto 0,0 390,500; banco 410,0 800,500"; empty: those of the game',
    )
    pictures_mb: int = key(
        500, "the space for the pictures of cards beside the journal; 0: none are kept", bounds=(0, 1_000_000)
    )
    learns: bool = key(True, "a witness learns this deck and lamp from the cards that the sabot names")


@dataclass(frozen=True, slots=True, kw_only=True)
class InstrumentSection:
    """One instrument on a line. Write `[[instruments]]` once for each; none: simulated ones."""

    driver: str = key("", "angel-eye, bee-tek, lines, keyboard, sabot-shoe, cammegh or sabot-wheel")
    port: str = key("auto", "a device path, usb:PRODUCT[:SERIAL], auto, socket://HOST:PORT or replay://FILE")
    role: str = key(
        "", "what it is to the table; empty: what its driver is made for", among=("", "sabot", "wheel")
    )
    baud: int = key(0, "bits a second; 0: what the driver expects", bounds=(0, 4_000_000))
    data_bits: int = key(0, "bits of one character; 0: what the driver expects", among=(0, 5, 6, 7, 8))
    parity: str = key(
        "",
        "the check bit of one character; empty: what the driver expects",
        among=("", "none", "even", "odd", "mark", "space"),
    )
    stop_bits: int = key(0, "stop bits of one character; 0: what the driver expects", among=(0, 1, 2))
    flow: str = key(
        "",
        "flow control; empty: what the driver expects",
        among=("", "none", "rtscts", "dsrdtr", "xonxoff"),
    )
    dtr: str = key("", "the wire DTR once the port is open; empty: on", among=("", "on", "off"))
    rts: str = key("", "the wire RTS once the port is open; empty: on", among=("", "on", "off"))
    may_send: bool = key(False, "whether a commercial instrument may be sent anything; else it is only heard")
    wait: bool = key(False, "true: the table opens although the port is not there yet")
    options: Mapping[str, object] = field(
        default_factory=dict,
        metadata={"about": "what its driver lets you choose besides; docs/instruments.md names it"},
    )


HOUSE = House()
"""What every game lets the house choose, as it is without a configuration."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The whole configuration. `options` are those of the table's game, `file` is where it was read."""

    table: TableSection = TableSection()
    dashboard: DashboardSection = DashboardSection()  # noqa: RUF009 - it is frozen
    house: HouseSection = HouseSection()  # noqa: RUF009 - it is frozen
    display: DisplaySection = DisplaySection()  # noqa: RUF009 - it is frozen
    journal: JournalSection = JournalSection()
    limits: LimitsSection = LimitsSection()
    log: LogSection = LogSection()
    retention: RetentionSection = RetentionSection()
    sound: SoundSection = SoundSection()
    training: TrainingSection = TrainingSection()
    home: HomeSection = HomeSection()  # noqa: RUF009 - it is frozen
    simulation: SimulationSection = SimulationSection()
    webhooks: WebhooksSection = WebhooksSection()  # noqa: RUF009 - it is frozen
    mqtt: MqttSection = MqttSection()  # noqa: RUF009 - it is frozen
    panel: PanelSection = PanelSection()
    camera: CameraSection = CameraSection()
    wheel: WheelSection = WheelSection()  # noqa: RUF009 - it is frozen
    instruments: tuple[InstrumentSection, ...] = ()
    options: House = HOUSE
    file: Path | None = None

    @property
    def journal_path(self) -> Path:
        """The journal's file; a relative path is taken from the folder of the configuration."""
        if self.journal.path:
            return self.beside(self.journal.path)
        return state.folder() / "table.sqlite3"

    def beside(self, path: str) -> Path:
        """`path`, taken from the folder of the configuration where it is relative."""
        return (self.file.parent if self.file else Path()) / Path(path).expanduser()


SECTIONS: dict[str, type[Any]] = {  # each is called with its keys by name
    "table": TableSection,
    "dashboard": DashboardSection,
    "house": HouseSection,
    "display": DisplaySection,
    "journal": JournalSection,
    "limits": LimitsSection,
    "log": LogSection,
    "retention": RetentionSection,
    "sound": SoundSection,
    "training": TrainingSection,
    "home": HomeSection,
    "simulation": SimulationSection,
    "webhooks": WebhooksSection,
    "mqtt": MqttSection,
    "panel": PanelSection,
    "camera": CameraSection,
    "wheel": WheelSection,
}
