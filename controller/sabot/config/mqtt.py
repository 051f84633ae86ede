"""The section of MQTT: the broker that is told what the table shows."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.config.keys import key

ENCRYPTED_PORT, PLAIN_PORT = 8883, 1883


@dataclass(frozen=True, slots=True, kw_only=True)
class MqttSection:
    """A broker that is told what the display shows, each result and each fault; docs/interface.md."""

    broker: str = key("", "the name or the number of the broker’s machine; empty: no broker is told anything")
    port: int = key(0, "the broker’s port; 0: 8883, or 1883 without tls", bounds=(0, 65535))
    name: str = key("", "what this table is called in the topics: 1 to 32 of a to z, 0 to 9 and -")
    prefix: str = key("sabot", "what the topics begin with, before the name")
    user: str = key("", "the user as whom the table connects; empty: as nobody")
    password_file: str = key("", "a file with the password of that user, and nothing else")
    tls: bool = key(
        True, "false: without encryption; others in the network can read the password and what is published"
    )
    ca_file: str = key(
        "",
        "certificates that the broker’s may be signed by, a PEM file; empty: those that this machine trusts",
    )
    discovery: bool = key(False, "true: Home Assistant finds the table by itself")
    discovery_prefix: str = key("homeassistant", "what Home Assistant listens to for devices")

    @property
    def port_of_broker(self) -> int:
        """The port, also where none is named."""
        return self.port or (ENCRYPTED_PORT if self.tls else PLAIN_PORT)
