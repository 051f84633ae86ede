"""`sabot print-cards`: sheets of cards with the bar code that our shoe reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sabot.cli.bars import bars
from sabot.cli.options import Refused

if TYPE_CHECKING:
    from sabot.core.cards import Card


@click.command("print-cards", short_help="Sheets of cards that our shoe can read, as a PDF.")
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--decks", "--packs", default=6, show_default=True, metavar="N", help="How many packs; six are a sixain."
)
@click.option(
    "--deck",
    "pack",
    default="52",
    show_default=True,
    type=click.Choice(["52", "40", "36", "32", "24"]),
    help="How many cards a pack has.",
)
@click.option("--cards", "chosen", default="", metavar="CARDS", help='These cards only, such as "8C TH".')
@click.option("--cut-cards", default=2, show_default=True, metavar="N", help="How many cut cards besides.")
@click.option(
    "--size",
    default="poker",
    show_default=True,
    type=click.Choice(["poker", "bridge"]),
    help="How wide a card is: 63 or 57 mm.",
)
@click.option(
    "--paper",
    default="a4",
    show_default=True,
    type=click.Choice(["a4", "letter"]),
    help="The sheet that is printed on.",
)
@click.option("--backs", is_flag=True, help="A page of backs behind each sheet, for printing on both sides.")
def print_cards(
    target: Path,
    decks: int,
    pack: str,
    chosen: str,
    cut_cards: int,
    **sheet: Any,
) -> None:
    """Write TARGET, a PDF of cards, nine on a sheet. Print it at 100 %, not fitted.

    A card is 63 by 88 mm, or 57 by 88 with `--size bridge`; each long edge has its bar code.

    \b
    sabot print-cards sixain.pdf
    sabot print-cards again.pdf --decks 1 --cards "8C TH" --cut-cards 0
    sabot print-cards both-sides.pdf --backs
    """
    from sabot.app.drawings import card_faces
    from sabot.printing import sheets

    if not 0 <= decks <= sheets.DECKS_MOST or not 0 <= cut_cards <= sheets.DECKS_MOST:
        raise Refused(f"--decks and --cut-cards are 0 to {sheets.DECKS_MOST}")
    cards = named(chosen) or sheets.pack(pack)
    wanted = sheets.names(cards, decks=decks, cut_cards=cut_cards)
    try:
        with bars(stopped=f"{target} was not written") as shown:
            how = sheets.Sheet(**sheet)
            count = sheets.printed(wanted, target, how, drawings=card_faces(), progress=shown)
    except sheets.SheetError as error:
        raise Refused(str(error)) from None
    except OSError as error:
        raise Refused(f"{target} cannot be written: {error.strerror}") from None
    click.echo(f"{target}: {len(wanted)} cards on {count} sheets; print at 100 %")


def named(chosen: str) -> list[Card]:
    """The cards that were asked for by name. Raises Refused."""
    from sabot.core.cards import card_named

    found = []
    for text in chosen.replace(",", " ").split():
        card = card_named(text)
        if card is None:
            raise Refused(f"--cards: {text!r} is no card; expected such as 8C or TH")
        found.append(card)
    return found
