"""Frames to cards found, cards read, and observations of them."""

import os

# OpenCV refuses a picture with more pixels before it unpacks it. It reads this once, at its first import.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(64 * 1024 * 1024))

# Seconds without a picture after which a camera on USB is lost; OpenCV would wait for ten.
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")
