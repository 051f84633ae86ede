"""The files of the service: units, rules for the names of ports, users. Each is one text; nothing is written
here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath, PurePosixPath
from typing import NamedTuple
from urllib.parse import urlsplit

HEADER = "# Made by `sabot install`; `sabot uninstall` removes it. Changes belong into a drop-in beside it.\n"

CONFIGURATION = PurePosixPath("/etc/sabot/table.toml")
STATE = PurePosixPath("/var/lib/sabot")
UNITS = PurePosixPath("/etc/systemd/system")
SERVICE, SCREEN = "sabot.service", "sabot-screen.service"
ASKING, UPDATING, PUTTING_BACK = "sabot-update.path", "sabot-update.service", "sabot-put-back.service"

WANTED = STATE / "update-wanted"
"""Where the table asks to be brought up to date. That it is there is all that counts."""
READS_WISH = "Environment=SABOT_UPDATE_AS_ASKED=1"
"""In the unit of an update that takes the version which the request names."""

UPDATES = PurePosixPath("/var/lib/sabot-update")
"""What came of an update: root's, who reads nothing that others may write."""

CURRENT, BEFORE = "current", "current.before"
"""In a checkout: the link to the version that runs and, while a newer one is on trial, to the one before."""

BROWSERS = ("/usr/bin/chromium", "/usr/bin/chromium-browser")
COMPOSITOR, SHELL = "/usr/bin/cage", "/bin/bash"

BOARDS = {"shoe": ("Sabot shoe", "Sabot shoe light"), "wheel": ("Sabot wheel",)}
"""Our boards: the link that is made for each, and the product names that it gives itself."""

ADAPTERS = {
    "0403": ("6001", "6010", "6011", "6014", "6015"),  # FTDI
    "067b": ("2303", "23a3", "23c3"),  # Prolific
    "10c4": ("ea60", "ea70", "ea71"),  # Silicon Labs CP210x
    "1a86": ("7523", "5523", "55d4"),  # WCH CH34x
}
"""Common USB serial adapters behind which a shoe or a wheel may hang: vendor, products."""


class File(NamedTuple):
    """One file: where it goes and what stands in it."""

    path: PurePosixPath
    text: str


def confinement(program: PurePosixPath) -> str:
    """What the system keeps from the service, as lines of its unit."""
    home = "read-only" if program.is_relative_to("/home") or program.is_relative_to("/root") else "true"
    return f"""\
NoNewPrivileges=true
CapabilityBoundingSet=
ProtectSystem=strict
ReadWritePaths={CONFIGURATION.parent}
ProtectHome={home}
PrivateTmp=true
ProtectKernelModules=true
ProtectKernelLogs=true
ProtectControlGroups=true
ProtectHostname=true
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=true
RestrictSUIDSGID=true
LockPersonality=true
SystemCallArchitectures=native
"""


def service(program: PurePosixPath) -> str:
    """The unit of the table. `program` is the command `sabot`, by its whole path."""
    return f"""{HEADER}
[Unit]
Description=Sabot, the controller of this table
After=network.target time-sync.target systemd-udevd.service
RequiresMountsFor={STATE}
StartLimitIntervalSec=0

[Service]
Type=notify
NotifyAccess=main
ExecStart={quoted(program)} run --config {CONFIGURATION}
User=sabot
Group=sabot
Environment=XDG_STATE_HOME={STATE.parent}
WorkingDirectory={STATE}
StateDirectory={STATE.name}
StateDirectoryMode=0700
UMask=0077
TimeoutStartSec=300
TimeoutStopSec=20
KillMode=mixed
WatchdogSec=10
Restart=always
RestartSec=1
OOMScoreAdjust=-500
CPUWeight=500
LimitCORE=0
{confinement(program)}
[Install]
WantedBy=multi-user.target
"""


def asking() -> str:
    """The unit that waits for a request of the table."""
    return f"""{HEADER}
[Unit]
Description=Sabot's wish to be brought up to date

[Path]
PathExists={WANTED}

[Install]
WantedBy=multi-user.target
"""


def updating(program: PurePosixPath) -> str:
    """The unit that brings the program up to date. However it ends, the request is gone, no version is on
    trial, and the table runs. It has no order with the table's own, which it stops and starts."""
    return f"""{HEADER}
[Unit]
Description=Sabot brought up to date

[Service]
Type=oneshot
{READS_WISH}
ExecStart={quoted(program)} update
ExecStopPost=/bin/rm -rf {WANTED}
ExecStopPost=-{quoted(before(program))} update --put-back
ExecStopPost=-/bin/systemctl --no-block start {SERVICE}
SuccessExitStatus=1 2
StateDirectory={UPDATES.name}
StateDirectoryMode=0755
UMask=0022
TimeoutStartSec=7200
TimeoutStopSec=3600
Nice=5
PrivateTmp=true
ProtectKernelModules=true
ProtectKernelLogs=true
"""


def putting_back(program: PurePosixPath) -> str:
    """The unit that switches back, before the table starts, where power went away while a version was on
    trial. The older version does it."""
    return f"""{HEADER}
[Unit]
Description=Sabot put back after an update that was cut short
ConditionPathExists={str(before(program)).replace("%", "%%")}
RequiresMountsFor={UPDATES}
Before={SERVICE}

[Service]
Type=oneshot
ExecStart={quoted(before(program))} update --put-back
TimeoutStartSec=7200

[Install]
WantedBy=multi-user.target
"""


def is_link(program: PurePosixPath) -> bool:
    """Whether the command is that of a checkout, by way of its link: such a one can be updated."""
    return program.parts[-4:-3] == (CURRENT,)


def before(program: PurePosixPath) -> PurePosixPath:
    """The same command of the version from before a trial."""
    link = program.parents[2]
    return link.with_name(BEFORE) / program.relative_to(link)


def screen(browser: str, address: str) -> str:
    """The unit of the display at this machine: one browser, nothing around it, started again when it ends. It
    is started once the table can be reached: a browser that was too early asks again only after minutes."""
    flags = (
        "--ozone-platform=wayland --kiosk --start-maximized --no-first-run --noerrdialogs"
        " --disable-session-crashed-bubble --disable-component-update --disable-features=Translate"
        " --check-for-update-interval=31536000 --autoplay-policy=no-user-gesture-required"
    )
    table = urlsplit(address)
    shows = f"{COMPOSITOR} -d -s -- {browser} {flags} --user-data-dir=/var/lib/sabot-screen/browser {address}"
    waits = f"until (exec 3<>/dev/tcp/{table.hostname}/{table.port}) 2>/dev/null; do sleep 1; done"
    return f"""{HEADER}
[Unit]
Description=Sabot's screen at this machine
Wants={SERVICE}
After={SERVICE} systemd-user-sessions.service getty@tty1.service plymouth-quit-wait.service
Conflicts=getty@tty1.service
ConditionPathExists={COMPOSITOR}
ConditionPathExists={browser}
StartLimitIntervalSec=0

[Service]
Type=simple
ExecStart={SHELL} -c '{waits}; exec {shows}'
User=sabot-screen
PAMName=login
TTYPath=/dev/tty1
TTYReset=yes
TTYVHangup=yes
TTYVTDisallocate=yes
StandardInput=tty-fail
UtmpIdentifier=tty1
UtmpMode=user
StateDirectory=sabot-screen
Restart=always
RestartSec=2

[Install]
WantedBy=multi-user.target
"""


def rules() -> str:
    """The rules of udev: our boards and common adapters under /dev/sabot, in any socket, and readers that
    type for the group `input`."""
    return HEADER + "\n".join(_rules()) + "\n"


def _rules() -> Iterator[str]:
    yield 'SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"'
    yield 'SUBSYSTEM=="input", KERNEL=="event*", GROUP="input", MODE="0660"'
    yield 'SUBSYSTEM!="tty", GOTO="sabot_end"'
    for name, products in BOARDS.items():
        yield (
            f'ATTRS{{idVendor}}=="2e8a", ATTRS{{product}}=="{"|".join(products)}", '
            f'SYMLINK+="sabot/{name} sabot/{name}-$attr{{serial}}", ENV{{.sabot}}="yes"'
        )
    for vendor, products in ADAPTERS.items():
        adapter = f'ATTRS{{idVendor}}=="{vendor}", ATTRS{{idProduct}}=="{"|".join(products)}"'
        yield f'{adapter}, SYMLINK+="sabot/serial-at-$env{{ID_PATH_TAG}}", ENV{{.sabot}}="yes"'
        yield f'{adapter}, ENV{{ID_SERIAL_SHORT}}=="?*", SYMLINK+="sabot/serial-$env{{ID_SERIAL_SHORT}}"'
    yield 'ENV{.sabot}=="yes", GROUP="dialout", MODE="0660", ENV{ID_MM_DEVICE_IGNORE}="1"'
    yield 'LABEL="sabot_end"'


USERS = f"""{HEADER}
u sabot - "The table's controller" {STATE} /usr/sbin/nologin
u sabot-screen - "The table's screen" /var/lib/sabot-screen /usr/sbin/nologin
m sabot dialout
m sabot gpio
m sabot input
m sabot video
m sabot audio
m sabot-screen video
m sabot-screen render
m sabot-screen input
m sabot-screen audio
"""

FOLDERS = f"""{HEADER}
d {CONFIGURATION.parent} 0750 sabot sabot -
d {STATE} 0700 sabot sabot -
"""

MANAGER = f"""{HEADER}
[Manager]
RuntimeWatchdogSec=15
"""
"""The watchdog of the machine itself: a Pi whose system stands is switched off and on. Its own can wait no
longer than 15 s."""


def quoted(program: PurePath) -> str:
    """The path as a unit spells it: a per cent sign is a specifier there, and a blank ends a word."""
    text = str(program).replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{text}"' if " " in text else text


def everything(program: PurePosixPath, *, browser: str | None = None, address: str = "") -> list[File]:
    """Every file of the service; `browser` None: without a screen at this machine. `address`: what it
    shows."""
    etc = PurePosixPath("/etc")
    files = [
        File(etc / "sysusers.d/sabot.conf", USERS),
        File(etc / "tmpfiles.d/sabot.conf", FOLDERS),
        File(etc / "udev/rules.d/70-sabot.rules", rules()),
        File(etc / "systemd/system.conf.d/sabot.conf", MANAGER),
        File(UNITS / SERVICE, service(program)),
    ]
    if is_link(program):
        files += [
            File(UNITS / ASKING, asking()),
            File(UNITS / UPDATING, updating(program)),
            File(UNITS / PUTTING_BACK, putting_back(program)),
        ]
    if browser is not None:
        files.append(File(UNITS / SCREEN, screen(browser, address)))
    return files
