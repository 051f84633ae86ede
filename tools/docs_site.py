"""What MkDocs asks while it builds the site of `make docs` (mkdocs.yml names this file as its hooks).

The site holds docs/, the documents beside it that docs/ links to, and a page for each package made of its
docstrings. The page about the library ends with the docstrings of its names. A link to a file that is not on
the site becomes the path of the file.
"""

from __future__ import annotations

import gc
import posixpath
import re
import tomllib
from pathlib import Path

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import sabot

ROOT = Path(__file__).resolve().parents[1]
BESIDE = (
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "examples/README.md",
    "firmware/PROTOCOL.md",
    "hardware/README.md",
    "vision/sabot_vision/model/MODEL.md",
)
"""The documents outside docs/ that are pages of the site."""

REFERENCE = "reference"
LIBRARY = "api.md"
VALUES = {"GAMES", "Observation", "Event"}
LINK = re.compile(r"(?P<image>!?)\[(?P<text>[^\]\n]*)\]\((?P<target>[^)#\s:]+)(?P<part>#[^)\s]*)?\)")
FOREIGN = re.compile(
    r"""<(?:script|link|img|iframe|source|audio|video)\b[^>]*?(?:src|href)\s*=\s*["']?((?:https?:)?//[^"'\s>]+)"""
)
IMPORTED = re.compile(r"""(?:url\(|@import)\s*["']?((?:https?:)?//[^"')\s]+)""")


# --- examples


class Examples(Preprocessor):
    """Fences the examples of docstrings, each from its first `>>>` to an empty line: Markdown would take the
    signs for quotes and the answers for links."""

    def run(self, lines: list[str]) -> list[str]:
        """The same lines with the fences."""
        fenced: list[str] = []
        is_example = is_fence = False
        for line in lines:
            is_fence ^= line.startswith("```")
            if is_example and not line.strip():
                is_example = False
                fenced.append("```")
            elif line.startswith(">>>") and not (is_example or is_fence):
                is_example = True
                fenced.append("```python")
            fenced.append(line)
        return [*fenced, "```"] if is_example else fenced


class ExampleFences(Extension):
    """Hands `Examples` to Markdown, before its own fences are read."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Markdown calls
        """Register it."""
        md.preprocessors.register(Examples(md), "examples", 30)


def on_startup(command: str, dirty: bool) -> None:
    """Look for no garbage: it takes a fifth of the time, and the build a quarter of a gigabyte without."""
    gc.disable()


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the fences to what pages and docstrings are read with."""
    config.markdown_extensions.append(ExampleFences())
    return config


# --- which pages there are


def packages() -> list[tuple[str, Path]]:
    """(dotted name, folder) of each package of the product, as pyproject.toml finds them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]["find"]
    tops = [
        top
        for where in settings["where"]
        for each in settings["include"]
        for top in (ROOT / where).glob(each)
    ]
    inits = {init for top in tops for init in top.rglob("__init__.py")}
    return sorted((dotted(init.parent, tops), init.parent) for init in inits)


def dotted(folder: Path, tops: list[Path]) -> str:
    """The name of the package in this folder, below one of the topmost packages."""
    top = next(top for top in tops if folder.is_relative_to(top))
    return ".".join(folder.relative_to(top.parent).parts)


def modules(name: str, folder: Path) -> list[str]:
    """The package and the modules in its own folder, by their dotted names."""
    inside = sorted(path.stem for path in folder.glob("*.py") if not path.stem.startswith("_"))
    return [name, *(f"{name}.{stem}" for stem in inside)]


def reference_page(name: str, folder: Path) -> str:
    """The page of a package: MkDocs puts the docstrings where a line begins with colons."""
    return f"# {name}\n\n" + "\n".join(f"::: {module}\n" for module in modules(name, folder))


def reference_index(names: list[str]) -> str:
    """The page that leads to all packages."""
    rows = "\n".join(f"- [{name}]({name}.md)" for name in names)
    return f"# Packages\n\nEach page is made of the docstrings of one package.\n\n{rows}\n"


def added_pages() -> dict[str, str]:
    """The pages that docs/ does not hold: their text by their address on the site."""
    found = packages()
    return {
        **{path: (ROOT / path).read_text() for path in BESIDE},
        f"{REFERENCE}/index.md": reference_index([name for name, _ in found]),
        **{f"{REFERENCE}/{name}.md": reference_page(name, folder) for name, folder in found},
    }


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that docs/ does not hold."""
    for address, text in added_pages().items():
        files.append(File.generated(config, address, content=text))
    return files


# --- links


def of_repository(address: str) -> str:
    """The path in the repository of the page with this address on the site."""
    return address if address in BESIDE else f"docs/{address}"


def of_site(path: str) -> str | None:
    """The address on the site of a file of the repository; None where the site does not have it."""
    if path in BESIDE:
        return path
    return path.removeprefix("docs/") if path.startswith("docs/") else None


def relinked(text: str, address: str) -> str:
    """The text of a page whose links lead to pages of the site; other files are named by their path."""
    folder = posixpath.dirname(of_repository(address))

    def link(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(folder, found["target"]))
        there = of_site(path)
        if there is None:
            return found["text"] if found["text"] == f"`{path}`" else f"{found['text']} (`{path}`)"
        way = posixpath.relpath(there, posixpath.dirname(address) or ".")
        return f"{found['image']}[{found['text']}]({way}{found['part'] or ''})"

    return LINK.sub(link, text)


def named(text: str, address: str) -> str:
    """The text of a page; the one about the library ends with the docstring of each public name."""
    if address != LIBRARY:
        return text
    return text + "\n" + "\n".join(f"::: {place}" for place in documented())


def documented() -> list[str]:
    """Where each public name of the library stands, but for plain values, which have no docstring."""
    places = [(module.partition(":"), name) for name, module in sabot._PLACES.items()]
    return [f"{module}.{there or name}" for (module, _, there), name in places if name not in VALUES]


def on_page_markdown(text: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """A page as MkDocs reads it, its links put right; MkDocs names the arguments."""
    return named(relinked(text, page.file.src_uri), page.file.src_uri)


# --- nothing from elsewhere


def foreign(text: str) -> list[str]:
    """What a page or a style would fetch from another host."""
    return FOREIGN.findall(text) + IMPORTED.findall(text)


def on_post_build(config: MkDocsConfig) -> None:
    """Refuse a site that needs another host."""
    site = Path(config.site_dir)
    files = [path for path in site.rglob("*") if path.suffix in {".html", ".css"}]
    found = [f"{path.relative_to(site)}: {url}" for path in files for url in foreign(path.read_text())]
    if found:
        raise PluginError("the site would fetch from another host:\n" + "\n".join(found))
