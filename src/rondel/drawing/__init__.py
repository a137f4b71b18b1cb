"""Drawing: any position as the browser client draws it, without a browser."""

from rondel.drawing.pictures import WIDTH, html, png, svg

__all__ = ["WIDTH", "html", "png", "svg"]
