"""What the screens say of high card, in the other languages."""

from __future__ import annotations

WORDS = {
    "fr": {
        "The higher card": "La carte la plus haute",
        "Which place wins?": "Quelle place gagne ?",
        "{place} has no card yet": "{place} n’a pas encore de carte",
    },
    "nl": {
        "The higher card": "De hoogste kaart",
        "Which place wins?": "Welke plaats wint?",
        "{place} has no card yet": "{place} heeft nog geen kaart",
    },
    "de": {
        "The higher card": "Die höhere Karte",
        "Which place wins?": "Welcher Platz gewinnt?",
        "{place} has no card yet": "{place} hat noch keine Karte",
    },
}
