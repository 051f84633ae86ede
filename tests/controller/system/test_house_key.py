"""Who reads a backup, and who signed it."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sabot.cli import backup as command
from sabot.record import keys
from sabot.record.journal import verify
from sabot.record.keys import Key
from sabot.staff.people import People, beside
from sabot.system import house_key
from sabot.system.backup import save
from sabot.system.house_key import HouseKeyError
from sabot.system.packed import LIST, SIGNATURE, BackupError, Unlock, examined, is_encrypted
from sabot.system.restoring import UNSIGNED, restore
from tests.controller.system.test_backup import rewritten
from tests.dashboard.office import Casino, settled

SECRET = bytes(range(32))
"""The same in every process: tests that are handed out to several must have the same names."""
PUBLIC = house_key.written(house_key.PUBLIC, house_key.public_of(SECRET))
PRIVATE = house_key.written(house_key.PRIVATE, SECRET).upper()
UNLOCK = Unlock(tuple(house_key.privates_in(PRIVATE)))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    casino = Casino(folder, serve=False)
    casino.play("rnvp 8C 4S QD KH end")
    casino.close()
    return folder


@pytest.fixture
def table(played: Path, tmp_path: Path) -> Path:
    """A folder in which a table has been played, with people beside its journal, and a key of the house."""
    folder = shutil.copytree(played, tmp_path / "table")
    journal = folder / "table.sqlite3"
    People(beside(journal)).add("M. Dupont", "supervisor", "271828")
    journal.with_name("table.school.sqlite3.key").write_text("ab" * 32)
    house_key.use(journal, [PUBLIC])
    return folder


@pytest.fixture
def file(table: Path, tmp_path: Path) -> Path:
    save(settled(table, "punto-banco", ""), tmp_path / "all.age")
    return tmp_path / "all.age"


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """The folder of another machine."""
    (tmp_path / "other").mkdir()
    return tmp_path / "other"


def ran(*words: object, typed: str = "") -> Result:
    kind, *rest = map(str, words)
    found = {"backup": command.backup, "restore": command.restore, "key": command.backup_key}[kind]
    return CliRunner().invoke(found, rest, input=typed)


def public(table: Path) -> str:
    return Key(table / "table.sqlite3").public


# --- who reads it


def test_the_key_of_the_house_opens_it_and_nothing_in_it_is_readable_without(file: Path) -> None:
    assert is_encrypted(file)
    assert examined(file, unlock=UNLOCK).records > 5
    for word in (b"scrypt", b"Dupont", b"SQLite format 3", b"beside.people", b"list.json"):
        assert word not in file.read_bytes()
    with pytest.raises(BackupError, match=r"all.age is encrypted: name the private key of the house"):
        examined(file)


def test_the_people_come_back_with_their_pins_and_no_key_that_signs_does(file: Path, other: Path) -> None:
    here = settled(other, "roulette", "")
    journal = other / "table.sqlite3"
    own = Key(journal).public
    restore(file, here, unlock=UNLOCK, trust=[signer(file)])
    assert str(People(beside(journal)).known("M. Dupont", "271828")).endswith(" (supervisor)")
    assert not journal.with_name("table.school.sqlite3.key").exists()
    assert keys.trusted(journal) == {signer(file), own}
    assert Key(journal).public == own
    assert house_key.publics(journal) == [PUBLIC]


def test_what_is_no_public_key_in_a_backup_is_not_believed(table: Path, tmp_path: Path, other: Path) -> None:
    keys.note_public(table / "table.sqlite3", ["any", "unsigned", "AB" * 32])
    save(settled(table, "punto-banco", ""), tmp_path / "all.zip", plain=True)
    restore(tmp_path / "all.zip", settled(other, "roulette", ""), trust=[public(table)])
    assert keys.trusted(other / "table.sqlite3") == {public(table)}


def signer(file: Path) -> str:
    return examined(file, unlock=UNLOCK).signer


def test_a_key_is_written_over_no_file_and_says_why_in_words(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("kept")
    told = ran("key", "--make", tmp_path / "key", "--journal", tmp_path / "new.sqlite3")
    assert told.output == f"sabot: {tmp_path / 'key'} was not written, and no key is used: File exists\n"
    assert (tmp_path / "key").read_text() == "kept"


def test_a_table_without_a_key_of_the_house_packs_nothing_and_says_what_to_do(
    table: Path, tmp_path: Path
) -> None:
    house_key.beside(table / "table.sqlite3").unlink()
    with pytest.raises(BackupError, match=r"no key of the house yet, .*backup-key --make FILE.*--plain"):
        save(settled(table, "punto-banco", ""), tmp_path / "all.age")
    assert not list(tmp_path.glob("all.age*"))


def test_a_key_that_was_changed_on_the_disk_is_named(table: Path, tmp_path: Path) -> None:
    found = house_key.beside(table / "table.sqlite3")
    found.write_text(PUBLIC[:-1] + "q")
    with pytest.raises(BackupError, match=r"table.backup-public: the key was mistyped"):
        save(settled(table, "punto-banco", ""), tmp_path / "all.age")


def test_a_plain_backup_has_no_pins_and_leaves_those_of_the_machine(table: Path, tmp_path: Path) -> None:
    settings = settled(table, "punto-banco", "")
    save(settings, tmp_path / "all.zip", plain=True)
    with zipfile.ZipFile(tmp_path / "all.zip") as packed:
        names = packed.namelist()
    assert "beside.signing-public" in names
    assert not {"beside.people.json", "beside.signing-key", "beside.school.sqlite3.key"} & {*names}
    restore(tmp_path / "all.zip", settings)
    assert People(beside(table / "table.sqlite3")).listed()[0][:2] == ("M. Dupont", "supervisor")


def test_the_keys_of_a_machine_stay_where_they_are(table: Path, file: Path) -> None:
    before = public(table)
    restore(file, settled(table, "punto-banco", ""), unlock=UNLOCK)
    assert public(table) == before
    assert (table / "table.school.sqlite3.key").read_text() == "ab" * 32
    (aside,) = table.glob("table-before-*")
    assert "table.signing-key" not in [each.name for each in aside.iterdir()]
    assert "table.people.json" in [each.name for each in aside.iterdir()]


def with_another_byte(data: bytes) -> bytes:
    """One byte is another, in the first and last piece."""
    return data[:400] + bytes([data[400] ^ 1]) + data[401:]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda data: data[:-1], "all.age was cut off"),
        (lambda data: data[:60], "all.age is damaged: its head was changed or cut off"),
        (with_another_byte, "all.age was cut off, or its end was changed"),
        (lambda data: data.replace(b"v1\n-> X", b"v1\n-> Y"), "is encrypted for another key"),
    ],
)
def test_one_that_was_changed_or_cut_is_refused_and_nothing_is_touched(
    table: Path, file: Path, change, why: str
) -> None:
    file.write_bytes(change(file.read_bytes()))
    with pytest.raises(BackupError, match=why):
        restore(file, settled(table, "punto-banco", ""), unlock=UNLOCK)
    assert not list(table.glob("table-before-*"))


# --- who signed it


def test_a_backup_of_this_table_is_believed_and_one_of_another_table_when_its_key_is_named(
    table: Path, file: Path, other: Path
) -> None:
    elsewhere = settled(other, "roulette", "")
    own = public(table)
    why = f"is signed with a key that this machine does not know, {own}. If .* --trust {own}"
    with pytest.raises(BackupError, match=why):
        restore(file, elsewhere, unlock=UNLOCK)
    with pytest.raises(BackupError, match="does not know"):
        restore(file, elsewhere, unlock=UNLOCK, trust=["ab" * 32, UNSIGNED])
    assert [each.name for each in other.glob("*sqlite3")] == []
    assert restore(file, elsewhere, unlock=UNLOCK, trust=[public(table)]).signer == public(table)
    assert restore(file, settled(table, "punto-banco", ""), unlock=UNLOCK).signer == public(table)


def unsigned(file: Path) -> None:
    """As an older program made it."""
    with zipfile.ZipFile(file) as packed:
        files = {each: packed.read(each) for each in packed.namelist() if each != SIGNATURE}
    with zipfile.ZipFile(file, "w") as packed:
        for name, data in files.items():
            packed.writestr(name, data)


def test_an_older_backup_that_nobody_signed_comes_back_for_one_who_says_so(
    table: Path, tmp_path: Path
) -> None:
    settings, file = settled(table, "punto-banco", ""), tmp_path / "all.zip"
    save(settings, file, plain=True)
    unsigned(file)
    with pytest.raises(BackupError, match="is not signed: an older sabot made it, or anybody did"):
        restore(file, settings)
    assert not list(table.glob("table-before-*"))
    assert restore(file, settings, trust=[UNSIGNED]).signer == ""
    assert verify(settings.journal_path).wrong == ""


@pytest.mark.parametrize("part", ["made", "table"])
def test_a_list_that_was_changed_after_it_was_signed_is_refused(
    table: Path, tmp_path: Path, part: str
) -> None:
    file = tmp_path / "all.zip"
    save(settled(table, "punto-banco", ""), file, plain=True)
    with zipfile.ZipFile(file) as packed:
        about, line = json.loads(packed.read(LIST)), packed.read(SIGNATURE)
    rewritten(file, LIST, json.dumps(about | {part: "another"}).encode())
    rewritten(file, SIGNATURE, line)
    with pytest.raises(BackupError, match="was changed after it was signed"):
        examined(file)


def test_a_signature_with_the_name_of_another_key_is_refused(table: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.zip"
    save(settled(table, "punto-banco", ""), file, plain=True)
    with zipfile.ZipFile(file) as packed:
        form, digest, key, signature = packed.read(SIGNATURE).split()
    for line in ((form, digest, key[::-1], signature), (form, digest, key, signature[::-1]), (form, digest)):
        rewritten(file, SIGNATURE, b" ".join(line))
        with pytest.raises(BackupError, match="its signature is wrong"):
            examined(file)


def test_a_table_whose_key_cannot_be_used_packs_without_a_signature(table: Path, tmp_path: Path) -> None:
    (table / "table.signing-key").write_text("no key")
    packed = save(settled(table, "punto-banco", ""), tmp_path / "all.age")
    assert packed.signer == ""


# --- the commands


def test_the_key_is_made_once_for_the_house_and_its_private_part_stays_nowhere_else(
    table: Path, tmp_path: Path
) -> None:
    journal, kept = table / "table.sqlite3", tmp_path / "house.key"
    house_key.beside(journal).unlink()
    assert "there is no key of the house yet" in ran("key", "--journal", journal).output
    made = ran("key", "--journal", journal, "--make", kept)
    assert made.exit_code == 0, made.output
    text = kept.read_text()
    assert kept.stat().st_mode & 0o777 == 0o600
    assert made.output == house_key.beside(journal).read_text() == ran("key", "--journal", journal).output
    assert house_key.tables_in(text) == [public(table)]
    private = text.splitlines()[-1].encode()
    assert not [each for each in table.rglob("*") if each.is_file() and private in each.read_bytes()]
    again = ran("key", "--journal", journal, "--make", tmp_path / "second.key")
    assert (again.exit_code, "there is a key of the house already" in again.output) == (2, True)


def test_a_file_that_is_there_already_is_not_written_over(table: Path, tmp_path: Path) -> None:
    journal, kept = table / "table.sqlite3", tmp_path / "house.key"
    house_key.beside(journal).unlink()
    kept.write_text("the key of another table")
    found = ran("key", "--journal", journal, "--make", kept)
    assert (found.exit_code, kept.read_text()) == (2, "the key of another table")
    assert house_key.publics(journal) == []


def test_the_printed_key_and_the_key_of_another_table_can_be_used(table: Path) -> None:
    journal = table / "table.sqlite3"
    house_key.beside(journal).unlink()
    printed = ran("key", "--journal", journal, "--make", "-").output
    public_, private = printed.splitlines()[-1], printed.splitlines()[-2]
    assert house_key.publics(journal) == [public_]
    assert len(house_key.privates_in(private)) == 1
    both = ran("key", "--journal", journal, "--use", PUBLIC, "--use", public_)
    assert both.output == f"{PUBLIC}\n{public_}\n"
    wrong = ran("key", "--journal", journal, "--use", private)
    assert wrong.output == "sabot: this is no public key: one begins with age1\n"
    assert house_key.publics(journal) == [PUBLIC, public_]


def test_a_backup_comes_back_on_another_machine_with_the_file_of_the_house_alone(
    table: Path, other: Path, tmp_path: Path
) -> None:
    """The file has the key, and names the table whose signature is believed."""
    journal, kept, file = table / "table.sqlite3", tmp_path / "house.key", tmp_path / "all.age"
    house_key.beside(journal).unlink()
    ran("key", "--journal", journal, "--make", kept)
    assert ran("backup", "--journal", journal, file).exit_code == 0
    config = settled(other, "roulette", "").file
    assert "is encrypted: name the private key" in ran("restore", file, "--config", config).output
    (tmp_path / "bare.key").write_text(kept.read_text().splitlines()[-1])
    bare = ran("restore", file, "--config", config, "--key", tmp_path / "bare.key")
    assert "does not know" in bare.output
    looked = ran("restore", file, "--look", "--key", "-", typed=kept.read_text())
    assert (looked.exit_code, f"signed with {public(table)}" in looked.output) == (0, True)
    back = ran("restore", file, "--config", config, "--key", kept)
    assert back.exit_code == 0, back.output
    assert verify(other / "table.sqlite3").head == verify(journal).head


def test_the_wrong_key_and_what_is_no_key_are_told_apart(file: Path, tmp_path: Path) -> None:
    kept = tmp_path / "other.key"
    for text, why in (
        (house_key.made()[1], "is encrypted for another key than this one"),
        (PUBLIC, "this is no private key: one begins with AGE-SECRET-KEY-1"),
        (PRIVATE[:-1] + ("Q" if PRIVATE[-1] != "Q" else "P"), "the key was mistyped"),
        ("# nothing", "there is no key: one begins with AGE-SECRET-KEY-1"),
    ):
        kept.write_text(text)
        found = ran("restore", file, "--look", "--key", kept)
        assert (found.exit_code, why in found.output, text in found.output) == (2, True, False), found.output
    assert "none.key cannot be read" in ran("restore", file, "--key", tmp_path / "none.key").output


# --- Bech32


def test_keys_are_written_as_age_writes_them() -> None:
    private = "AGE-SECRET-KEY-1VGFGT7U8HVGLFSJ9AFVM505ZTT2FMQVHPUH4NYEHMXN9J2PAFVRSDGY8QW"
    (key,) = house_key.privates_in(f"# created: 2026-11-23\n{private}\n")
    assert house_key.written(house_key.PRIVATE, key).upper() == private
    made = house_key.written(house_key.PUBLIC, house_key.public_of(key))
    assert made == "age1du2przesvh7hmtzgrn22nlyn0jramz8wjhchcp7804sewaz454cq6jvleu"
    assert house_key.public_bytes(made.upper()) == house_key.public_of(key)


@pytest.mark.parametrize(
    "wrong", ["", "age1", PUBLIC[:-1], PUBLIC + "q", PUBLIC.replace("age1", "age1b"), PUBLIC.title()]
)
def test_a_mistyped_key_is_refused(wrong: str) -> None:
    with pytest.raises(HouseKeyError):
        house_key.public_bytes(wrong)


def test_any_one_letter_that_is_wrong_is_noticed() -> None:
    for at in range(4, len(PUBLIC)):
        letter = "q" if PUBLIC[at] != "q" else "p"
        with pytest.raises(HouseKeyError):
            house_key.public_bytes(PUBLIC[:at] + letter + PUBLIC[at + 1 :])
