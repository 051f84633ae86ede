"""What the options of our own wheel sensor may be, and its recordings (sabot/instruments/wheel/edges.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.instruments.wheel.edges import Edge, Options, read, written


def recorded(folder: Path, *rows: str) -> Path:
    """A recording of these rows."""
    path = folder / "edges.csv"
    path.write_text("t_us,sensor\n" + "".join(f"{row}\n" for row in rows))
    return path


def test_a_row_may_come_a_second_too_late_and_no_more(tmp_path: Path):
    late = recorded(tmp_path, "5000000,index", "4000000,track")
    assert [each.t_us for each in read(late)] == [5_000_000, 4_000_000]
    later = recorded(tmp_path, "5000000,index", "3999999,track")
    with pytest.raises(ValueError, match=r"line 3: 3999999 comes before the line above"):
        list(read(later))


def test_how_late_a_row_is_counts_from_the_latest_before_it(tmp_path: Path):
    falling = recorded(tmp_path, "5000000,index", "4100000,track", "3900000,track")
    with pytest.raises(ValueError, match=r"line 4: "):
        list(read(falling))


def test_what_is_written_is_read_again(tmp_path: Path):
    edges = [Edge(-7, "index"), Edge(5, "pocket2")]
    path = tmp_path / "edges.csv"
    path.write_text(written(edges))
    assert path.read_text() == "t_us,sensor\n-7,index\n5,pocket2\n"
    assert list(read(path)) == edges


@pytest.mark.parametrize(
    "row",
    ["5", "5,index,1", "5,ear", "x,index", "--5,index", "5.5,index", "²,index", "1" * 18 + ",index"],
)
def test_a_row_that_is_no_edge_is_named_with_its_line(tmp_path: Path, row: str):
    with pytest.raises(ValueError, match=r"line 2: .* is no edge; expected 1234,index"):
        list(read(recorded(tmp_path, row)))


def test_blanks_and_empty_lines_are_passed_over(tmp_path: Path):
    path = recorded(tmp_path, " 5 , index ", "", "1" * 17 + ",track")
    assert list(read(path)) == [Edge(5, "index"), Edge(int("1" * 17), "track")]


@pytest.mark.parametrize("header", ["", "t_us;sensor\n", "sensor,t_us\n", "t_us\n"])
def test_a_file_without_the_header_is_no_recording(tmp_path: Path, header: str):
    path = tmp_path / "edges.csv"
    path.write_text(header)
    with pytest.raises(ValueError, match=r"line 1: expected the header t_us,sensor"):
        list(read(path))


@pytest.mark.parametrize(
    ("second_deg", "allowed"),
    [
        (89, False),
        (90, True),
        (180, True),
        (270, True),
        (271, False),
        (-90, True),
        (-89, False),
        (-270, True),
    ],
)
def test_the_second_eye_sits_a_quarter_from_the_first_at_least(second_deg: float, allowed: bool):
    assert (Options(pocket2_deg=second_deg).refusal() == "") is allowed
    turned = Options(pocket_deg=300.0, pocket2_deg=300.0 + second_deg)
    assert (turned.refusal() == "") is allowed


@pytest.mark.parametrize(
    ("second_deg", "allowed"),
    [(29, False), (30, True), (150, True), (151, False), (209, False), (210, True), (330, True), (-30, True)],
)
def test_the_second_index_sits_thirty_degrees_from_the_line_through_the_first_at_least(
    second_deg: float, allowed: bool
):
    assert (Options(index2_deg=second_deg).refusal() == "") is allowed
