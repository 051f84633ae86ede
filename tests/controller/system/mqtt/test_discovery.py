"""What Home Assistant is told has the keys of its documents, and no others.

https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload, /sensor.mqtt/ and
/binary_sensor.mqtt/: a key that Home Assistant does not know makes it pass the whole device over.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sabot.system.mqtt.discovery import device
from sabot.system.mqtt.topics import Topics

TEXT: dict[str, Any] = {"type": "string", "minLength": 1}
ENTITY: dict[str, Any] = {
    "unique_id": TEXT,
    "name": TEXT,
    "value_template": TEXT,
    "entity_category": {"enum": ["config", "diagnostic"]},
    "json_attributes_topic": TEXT,
    "json_attributes_template": TEXT,
}
SENSOR = ENTITY | {
    "platform": {"const": "sensor"},
    "state_class": {"enum": ["measurement", "total", "total_increasing"]},
    "unit_of_measurement": TEXT,
}
BINARY = ENTITY | {
    "platform": {"const": "binary_sensor"},
    "device_class": {"enum": ["problem", "connectivity"]},
}


def closed(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": [*required],
        "additionalProperties": False,
    }


COMPONENT = {
    "anyOf": [
        closed({"platform": {"enum": ["sensor", "binary_sensor"]}}, "platform"),  # it is taken away
        closed(SENSOR, "platform", "unique_id"),
        closed(BINARY, "platform", "unique_id"),
    ]
}
SCHEMA = closed(
    {
        "device": closed(
            {
                "identifiers": {"type": "array", "items": TEXT, "minItems": 1},
                **dict.fromkeys(("name", "manufacturer", "model", "sw_version"), TEXT),
            },
            "identifiers",
        ),
        "origin": closed({"name": TEXT, "sw_version": TEXT}, "name"),
        "availability_topic": TEXT,
        "payload_available": TEXT,
        "payload_not_available": TEXT,
        "state_topic": TEXT,
        "qos": {"enum": [0, 1, 2]},
        "components": {"type": "object", "additionalProperties": COMPONENT, "minProperties": 1},
    },
    *("device", "origin", "components"),
)
TOPICS = Topics("casino/hall-1", "table-3")


def payload(*, has_cards: bool = True) -> Any:
    made = device(TOPICS, table="Table 3", game="punto-banco", version="1", has_cards=has_cards)
    return json.loads(json.dumps(made))


@pytest.mark.parametrize("has_cards", [True, False])
def test_the_device_has_the_keys_that_home_assistant_knows(has_cards: bool) -> None:
    Draft202012Validator(SCHEMA).validate(payload(has_cards=has_cards))


def test_it_stands_where_home_assistant_looks_for_devices() -> None:
    assert TOPICS.discovery == "homeassistant/device/casino_hall-1_table-3/config"
    assert payload()["availability_topic"] == "casino/hall-1/table-3/availability"
    assert payload()["state_topic"] == "casino/hall-1/table-3/house"


def test_each_sensor_has_a_name_of_its_own_in_the_whole_house() -> None:
    ids = [each["unique_id"] for each in payload()["components"].values()]
    assert len({*ids}) == 4 and all(each.startswith("casino_hall-1_table-3_") for each in ids)


def test_a_game_without_a_sabot_has_no_count_of_cards() -> None:
    assert payload(has_cards=False)["components"]["cards_left"] == {"platform": "sensor"}
