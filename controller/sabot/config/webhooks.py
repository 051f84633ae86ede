"""The section of the webhooks: who hears of results and faults."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.config.keys import key

RESULTS, FAULTS = "results", "faults"


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhooksSection:
    """Other programs that are sent each result and each fault; docs/interface.md."""

    urls: str = key("", "the addresses that are sent them, with blanks between them; empty: none")
    about: str = key("both", "what is sent", among=("both", RESULTS, FAULTS))
    secret_file: str = key(
        "", "a file with the secret that signs them: whsec_ and at least 24 bytes as base64, and nothing else"
    )
    private_addresses: bool = key(
        False, "true: the addresses may be of this machine or of its own network, and begin with http://"
    )

    @property
    def kinds(self) -> tuple[str, ...]:
        """What is sent: `results`, `faults`."""
        return (RESULTS, FAULTS) if self.about == "both" else (self.about,)
