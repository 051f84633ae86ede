"""The page of the faults: a test causes each one of them."""

from __future__ import annotations

import re

import pytest

from tests.house import ROOT

INSTRUMENTS, LIVE, RECORD = "controller/instruments", "controller/live", "controller/record"

CAUSED_BY = {
    "cable": (
        "controller/app/test_live.py",
        "test_a_pulled_cable_is_on_the_screen_and_the_coup_goes_on_when_it_is_back",
    ),
    "silent": (
        f"{INSTRUMENTS}/test_watch.py",
        "test_it_is_lost_two_seconds_after_its_last_frame_and_found_with_the_next",
    ),
    "speed": (
        f"{INSTRUMENTS}/test_watch.py",
        "test_a_beating_instrument_at_the_wrong_speed_is_lost_for_that_reason",
    ),
    "restarted": (f"{INSTRUMENTS}/test_watch.py", "test_only_the_last_observation_of_a_message_has_its_mark"),
    "dropped": (
        f"{INSTRUMENTS}/test_sabot_shoe.py",
        "test_messages_that_the_shoe_no_longer_keeps_are_named_as_lost",
    ),
    "half": (
        f"{INSTRUMENTS}/test_watch.py",
        "test_a_table_that_ends_between_the_observations_of_a_message_gets_its_card_again",
    ),
    "unread": (
        f"{INSTRUMENTS}/test_simulated.py",
        "test_an_unreadable_card_is_one_card_without_a_name",
    ),
    "dispute": (
        "vision/test_cloth.py",
        "test_another_card_on_the_drawn_cloth_is_a_dispute_that_names_both_readings",
    ),
    "camera": ("vision/test_cloth.py", "test_a_camera_pulled_out_is_lost_until_it_is_put_back"),
    "frozen": (
        "vision/test_cloth.py",
        "test_a_lamp_that_is_off_and_a_frozen_camera_are_named_and_pass",
    ),
    "eye": ("vision/test_looking.py", "test_an_eye_that_crashes_is_lost_and_comes_back_with_its_cards"),
    "number": (
        f"{INSTRUMENTS}/test_sabot_wheel.py",
        "test_edges_that_a_restart_lost_leave_a_spin_without_a_number_and_say_so",
    ),
    "output": (f"{LIVE}/test_loop.py", "test_an_output_that_fails_is_logged_once_and_the_game_goes_on"),
    "disk": (
        f"{LIVE}/test_loop.py",
        "test_a_table_whose_journal_fails_halts_says_so_on_every_screen_and_goes_on_by_itself",
    ),
    "removed": (
        f"{LIVE}/test_loop.py",
        "test_a_table_whose_journal_is_removed_halts_and_goes_on_when_its_copy_is_put_back",
    ),
    "log": (f"{RECORD}/test_watch.py", "test_a_write_ahead_log_that_was_removed_loses_no_record"),
    "altered": (
        f"{RECORD}/test_acceptance.py",
        "test_a_card_that_was_changed_while_the_table_was_shut_keeps_it_shut",
    ),
    "damaged": (
        "controller/cli/test_harm.py",
        "test_an_error_of_a_reader_of_a_damaged_journal_names_the_first_damaged_record",
    ),
    "backup": (
        "controller/system/test_backup.py",
        "test_bytes_that_changed_anywhere_in_a_backup_are_told_as_damage",
    ),
    "bomb": (
        "controller/system/test_backup.py",
        "test_a_backup_that_the_disk_has_no_room_for_says_how_much_it_needs",
    ),
    "second": (f"{RECORD}/test_journal.py", "test_a_second_table_cannot_write_the_same_journal"),
    "killed": (
        "controller/app/test_killed_games.py",
        "test_the_command_is_killed_and_goes_on_with_the_coup_that_lay_there",
    ),
    "clock": (
        f"{LIVE}/test_clock.py",
        "test_a_clock_that_is_set_under_an_open_table_is_on_record_and_on_the_screens",
    ),
    "unset": (
        f"{LIVE}/test_clock.py",
        "test_a_machine_that_starts_in_1970_opens_the_table_and_puts_that_on_record",
    ),
    "configuration": (
        "controller/config/test_config.py",
        "test_what_is_wrong_is_one_line_with_file_line_key_and_what_was_expected",
    ),
}
"""The test that causes each fault: its file, and its name."""


def lines() -> list[list[str]]:
    text = (ROOT / "docs" / "faults.md").read_text()
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in row] for row in rows]


def test_each_fault_of_the_page_has_a_test_that_causes_it() -> None:
    assert {row[0].strip("`") for row in lines()} == set(CAUSED_BY)


@pytest.mark.parametrize(("file", "name"), CAUSED_BY.values(), ids=CAUSED_BY)
def test_the_test_that_causes_a_fault_is_there(file: str, name: str) -> None:
    assert re.search(rf"^(async )?def {name}\(", (ROOT / "tests" / file).read_text(), re.MULTILINE)


def test_each_fault_says_who_notices_what_the_screen_says_and_what_to_do() -> None:
    assert lines()
    assert [row for row in lines() if len(row) != 5 or not all(row)] == []
