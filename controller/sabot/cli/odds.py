"""`sabot odds`: exact chances, and what the house keeps of every bet."""

from __future__ import annotations

import json

import click

from sabot.cli.bars import bars
from sabot.cli.options import of_a_game, refusal_of
from sabot.cli.referee import pair


@click.command(short_help="Exact odds of a game, beside the published ones.")
@click.argument("game")
@click.option(
    "--decks", default="", metavar="N|infinite", help="Packs in the sabot; else the game's option decks."
)
@of_a_game
@click.option(
    "--study", is_flag=True, help="Study mode: odds of the cards that are left (--seen, --composition)."
)
@click.option(
    "--seen", multiple=True, metavar="CARDS", help='Cards that have left the sabot, such as "8C KD 3H".'
)
@click.option(
    "--composition", default="", metavar="LEFT", help='The cards that are left, such as "A=20 2=24 KD=3".'
)
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
def odds(
    game: str,
    decks: str,
    given: tuple[str, ...],
    study: bool,
    seen: tuple[str, ...],
    composition: str,
    as_json: bool,
) -> None:
    """Exact chances and house advantage of every bet of GAME, counted with the rules that referee.

    Published figures follow ours, with their source. Study mode counts over the rest of a sabot; a live table
    never shows that.

    \b
    sabot odds punto-banco --decks 8
    sabot odds trente-et-quarante --decks infinite
    sabot odds punto-banco --study --seen "8C KD 3H 6S"
    sabot odds roulette --option pockets=38 --json
    """
    from sabot.app.odds import Asked, OddsError, report_of
    from sabot.games.odds.figures import as_dict, lines

    cards = [card for each in seen for card in each.replace(",", " ").split()]
    asked = Asked(game, decks, [pair(each) for each in given], cards, composition, study)
    with refusal_of(OddsError), bars(stopped="nothing was changed") as shown:
        report = report_of(asked, progress=shown)
    if as_json:
        click.echo(json.dumps(as_dict(report), ensure_ascii=False, indent=2))
        return
    for line in lines(report):
        click.echo(line)
