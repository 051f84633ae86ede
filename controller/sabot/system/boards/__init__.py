"""The program of our own boards: the images that come with this version, and how one gets into a board.

`images` knows the files and whether one may be flashed, `ports` asks a board for its version, `drives` is
the drive as which a board appears while it waits for a file, `flashing` does it step by step. `shipped/`
holds the images and the manifest that says what they are; `make firmware ARGS=--ship` puts them there.
"""
