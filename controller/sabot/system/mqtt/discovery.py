"""How Home Assistant finds the table: one device with its sensors, in one retained message.

The keys are those of https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload (releases from
2024.12 on). All sensors read the one topic `house`.
"""

from __future__ import annotations

from sabot.core.shapes.json import Plain
from sabot.system.mqtt.topics import OFFLINE, ONLINE, Topics


def device(topics: Topics, *, table: str, game: str, version: str, has_cards: bool) -> Plain:
    """What stands under `topics.discovery`. `has_cards`: cards are dealt from a sabot, so they can be
    counted."""
    return {
        "device": {
            "identifiers": [topics.device],
            "name": table,
            "manufacturer": "Sabot",
            "model": game,
            "sw_version": version,
        },
        "origin": {"name": "sabot", "sw_version": version},
        "availability_topic": topics.of("availability"),
        "payload_available": ONLINE.decode(),
        "payload_not_available": OFFLINE.decode(),
        "state_topic": topics.of("house"),
        "qos": 1,
        "components": {
            "last_result": _sensor(topics, "last_result", name="Last result"),
            "cards_left": _cards(topics, has_cards=has_cards),
            "fault": _problem(topics, "fault", name="Open fault", attributes="faults"),
            "lost": _problem(topics, "lost", name="Instrument lost", attributes="instruments"),
        },
    }


def _entity(topics: Topics, key: str, *, platform: str, name: str) -> Plain:
    return {"platform": platform, "unique_id": f"{topics.device}_{key}", "name": name}


def _sensor(topics: Topics, key: str, *, name: str) -> Plain:
    """Home Assistant takes `None` as "not known"."""
    return _entity(topics, key, platform="sensor", name=name) | {
        "value_template": f"{{{{ value_json.{key} }}}}"
    }


def _cards(topics: Topics, *, has_cards: bool) -> Plain:
    """With nothing but its platform it is taken away again: the game may have changed."""
    if not has_cards:
        return {"platform": "sensor"}
    counted = {"state_class": "measurement", "unit_of_measurement": "cards"}
    return _sensor(topics, "cards_left", name="Cards left in the sabot") | counted


def _problem(topics: Topics, key: str, *, name: str, attributes: str) -> Plain:
    """On while something is wrong; its attributes say what."""
    return _entity(topics, key, platform="binary_sensor", name=name) | {
        "device_class": "problem",
        "entity_category": "diagnostic",
        "value_template": f"{{{{ 'ON' if value_json.{key} else 'OFF' }}}}",
        "json_attributes_topic": topics.of("house"),
        "json_attributes_template": f"{{{{ {{'{attributes}': value_json.{attributes}}} | tojson }}}}",
    }
