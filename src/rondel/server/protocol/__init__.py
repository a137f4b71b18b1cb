"""Typed commands, events and documents that travel between server and clients."""
