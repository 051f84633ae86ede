"""`sabot calibrate`: the angles of a wheel's sensors, a shoe, a camera, measured and written into the
configuration."""

from __future__ import annotations

import click


@click.group(short_help="Measure how an instrument sits, and write it into the configuration.")
def calibrate() -> None:
    """Measure how an instrument sits at this table, step by step, and write it into the configuration.

    \b
    sabot calibrate wheel --config table.toml
    sabot calibrate shoe --config table.toml
    """
