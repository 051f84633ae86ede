"""`sabot print-cards`: sheets of cards with the bar code that our shoe reads."""

from __future__ import annotations

from pathlib import Path

import click

from controller.cli.options import Refused


@click.command("print-cards", short_help="Sheets of cards that our shoe can read, as a PDF.")
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--decks", default=6, show_default=True, metavar="N", help="How many packs; six are a sixain.")
@click.option("--cards", "chosen", default="", metavar="CARDS", help='These cards only, such as "8C TH".')
@click.option("--cut-cards", default=2, show_default=True, metavar="N", help="How many cut cards besides.")
@click.option("--paper", default="a4", show_default=True, type=click.Choice(["a4", "letter"]))
def print_cards(target: Path, decks: int, chosen: str, cut_cards: int, paper: str) -> None:
    """Write TARGET, a PDF of cards of 63 by 88 mm, nine on a sheet. Print it at 100 %, not fitted.

    \b
    sabot print-cards sixain.pdf
    sabot print-cards again.pdf --decks 1 --cards "8C TH" --cut-cards 0
    """
    from controller.cards import DECK, card_named
    from controller.printing import sheets

    named = [(text, card_named(text)) for text in chosen.replace(",", " ").split()]
    unknown = [text for text, card in named if card is None]
    if unknown:
        raise Refused(f"--cards: {unknown[0]!r} is no card; expected such as 8C or TH")
    if not 0 <= decks <= sheets.DECKS_MOST or not 0 <= cut_cards <= sheets.DECKS_MOST:
        raise Refused(f"--decks and --cut-cards are 0 to {sheets.DECKS_MOST}")
    cards = [card for _, card in named if card] or list(DECK)
    wanted = sheets.names(cards, decks=decks, cut_cards=cut_cards)
    try:
        count = sheets.printed(wanted, target, paper=paper)
    except sheets.SheetError as error:
        raise Refused(str(error)) from None
    except OSError as error:
        raise Refused(f"{target} cannot be written: {error.strerror}") from None
    click.echo(f"{target}: {len(wanted)} cards on {count} sheets; print at 100 %")
