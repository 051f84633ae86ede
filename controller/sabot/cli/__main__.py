"""`python -m sabot.cli` is `sabot`."""

from sabot.cli import main

if __name__ == "__main__":
    main()
