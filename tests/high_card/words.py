"""What the screens say of high card, in the other languages."""

from __future__ import annotations

WORDS = {
    "fr": {"The higher card": "La carte la plus haute", "Which place wins?": "Quelle place gagne ?"},
    "nl": {"The higher card": "De hoogste kaart", "Which place wins?": "Welke plaats wint?"},
    "de": {"The higher card": "Die höhere Karte", "Which place wins?": "Welcher Platz gewinnt?"},
}
