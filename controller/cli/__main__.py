"""`python -m controller.cli` is `sabot`."""

from controller.cli import main

if __name__ == "__main__":
    main()
