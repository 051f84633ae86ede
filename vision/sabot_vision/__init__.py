"""Frames to cards found, cards read, and observations of them."""

import os

# A picture of more pixels is refused before it is unpacked. OpenCV reads this once, when first imported.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(64 * 1024 * 1024))

# Seconds without a picture after which a camera on USB is lost; OpenCV would wait for ten.
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")
