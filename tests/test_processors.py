"""What a process worked, and waited for a processor, as the system says it."""

from __future__ import annotations

from pathlib import Path

from tools.processors import Spent, spent


def process(folder: Path, **threads: str) -> Path:
    """The files of process 7 with these threads."""
    for name, said in threads.items():
        thread = folder / "7" / "task" / name
        thread.mkdir(parents=True)
        if said:
            (thread / "schedstat").write_text(said)
    return folder


def test_all_threads_of_a_process_are_counted_together_without_those_that_end(tmp_path: Path) -> None:
    proc = process(tmp_path, own="2000000 500000 9\n", public="1000000 3000000 4\n", ended="")
    assert spent(7, proc=proc) == Spent(worked_ms=3.0, waited_ms=3.5)


def test_what_came_meanwhile_is_the_difference() -> None:
    assert Spent(7.0, 4.0).since(Spent(5.0, 1.0)) == Spent(worked_ms=2.0, waited_ms=3.0)
