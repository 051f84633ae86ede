"""tools/docs_site.py: which pages the site has, where their links lead, and that it needs no other host."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from mkdocs.exceptions import PluginError

from tests.house import ROOT
from tools import docs_site


@pytest.mark.parametrize(
    ("address", "link", "became"),
    [
        ("cards.md", "[wheel](wheel.md#spins)", "[wheel](wheel.md#spins)"),
        ("games/roulette.md", "[wheel](../wheel.md)", "[wheel](../wheel.md)"),
        ("README.md", "[rules](../CONTRIBUTING.md)", "[rules](CONTRIBUTING.md)"),
        ("firmware.md", "[it](../firmware/PROTOCOL.md#a)", "[it](firmware/PROTOCOL.md#a)"),
        ("CONTRIBUTING.md", "[rooms](docs/architecture.md)", "[rooms](architecture.md)"),
        ("firmware/PROTOCOL.md", "[boards](../docs/firmware.md)", "[boards](../firmware.md)"),
        ("cards.md", "![a card](pictures/a.png)", "![a card](pictures/a.png)"),
    ],
)
def test_a_link_leads_to_the_same_document_on_the_site(address: str, link: str, became: str) -> None:
    assert docs_site.relinked(f"See {link}.", address) == f"See {became}."


@pytest.mark.parametrize(
    ("link", "became"),
    [
        ("[the lock](../requirements/dev.txt)", "the lock (`requirements/dev.txt`)"),
        ("[`LICENSE`](../LICENSE)", "`LICENSE`"),
    ],
)
def test_a_link_to_a_file_that_is_not_on_the_site_becomes_its_path(link: str, became: str) -> None:
    assert docs_site.relinked(link, "cards.md") == became


@pytest.mark.parametrize("link", ["[here](#part)", "[there](https://example.org/a.md)", "`code`"])
def test_a_link_within_the_page_or_to_the_outside_stays(link: str) -> None:
    assert docs_site.relinked(link, "cards.md") == link


def test_every_document_beside_docs_is_there() -> None:
    assert [path for path in docs_site.BESIDE if not (ROOT / path).is_file()] == []


def test_every_module_of_the_product_has_its_place_on_a_page() -> None:
    packages = docs_site.packages()
    told = {each for found in packages for each in docs_site.modules(*found)}
    tops = [folder for name, folder in packages if "." not in name]
    paths = [path.relative_to(top.parent) for top in tops for path in top.rglob("*.py")]
    wanted = {".".join(path.with_suffix("").parts) for path in paths if not path.stem.startswith("_")}
    assert len(tops) == 3
    assert wanted | {name for name, _ in packages} == told


def test_the_page_of_a_package_asks_for_each_docstring(tmp_path) -> None:
    for name in ("__init__.py", "b.py", "a.py", "_hidden.py"):
        (tmp_path / name).touch()
    assert (
        docs_site.reference_page("house", tmp_path) == "# house\n\n::: house\n\n::: house.a\n\n::: house.b\n"
    )


def test_the_site_has_the_documents_beside_docs_and_a_page_for_each_package() -> None:
    pages = docs_site.added_pages()
    assert pages["CONTRIBUTING.md"] == (ROOT / "CONTRIBUTING.md").read_text()
    assert set(pages) - set(docs_site.BESIDE) == {"reference/index.md"} | {
        f"reference/{name}.md" for name, _ in docs_site.packages()
    }


def test_the_links_of_the_index_of_packages_stay_as_they_are() -> None:
    index = docs_site.reference_index(["a.b"])
    assert docs_site.relinked(index, "reference/index.md") == index


def test_the_index_leads_to_each_package() -> None:
    assert docs_site.reference_index(["a", "a.b"]).endswith("\n\n- [a](a.md)\n- [a.b](a.b.md)\n")


@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        ('<script defer src="https://cdn.example/a.js">', ["https://cdn.example/a.js"]),
        ("<link rel=stylesheet href=//fonts.example/a.css>", ["//fonts.example/a.css"]),
        ('@import "https://fonts.example/a.css";', ["https://fonts.example/a.css"]),
        ("a { background: url(http://a.example/a.png) }", ["http://a.example/a.png"]),
        ('<a href="https://example.org">elsewhere</a> <img src="../a.png">', []),
        ("a { background: url(../a.png) }", []),
    ],
)
def test_what_a_page_fetches_from_another_host_is_seen_and_a_link_is_not(text: str, hosts: list[str]) -> None:
    assert docs_site.foreign(text) == hosts


def test_a_site_that_needs_another_host_is_refused_by_page_and_address(tmp_path) -> None:
    (tmp_path / "good.html").write_text('<a href="https://example.org">')
    docs_site.on_post_build(SimpleNamespace(site_dir=str(tmp_path)))
    (tmp_path / "bad.html").write_text('<img src="https://example.org/a.png">')
    with pytest.raises(PluginError, match=r"bad\.html: https://example\.org/a\.png"):
        docs_site.on_post_build(SimpleNamespace(site_dir=str(tmp_path)))


def test_the_page_of_the_library_ends_with_the_docstrings_of_its_names() -> None:
    text = docs_site.named("# The library\n", docs_site.LIBRARY)
    assert text.startswith("# The library\n\n::: sabot.core.game.Game\n")
    assert text.endswith("::: sabot.app.eye.cards_in")
    assert docs_site.named("# Cards\n", "cards.md") == "# Cards\n"


def test_an_example_of_a_docstring_is_code_and_not_quotes_and_links() -> None:
    text = ["What it does.", "", ">>> [1, 2][0]", "1", "", "More.", "```", ">>> fenced", "```", ">>> last"]
    fenced = docs_site.Examples().run(text)
    assert fenced[2:6] == ["```python", ">>> [1, 2][0]", "1", "```"]
    assert fenced[6:] == ["", "More.", "```", ">>> fenced", "```", "```python", ">>> last", "```"]
