"""Connections, limits and requests: what stands between uvicorn and the Flask app."""
