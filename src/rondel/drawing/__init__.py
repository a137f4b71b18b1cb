"""Drawing: any position as the browser client draws it, without a browser."""

from rondel.drawing.pictures import WIDTH, card, html, png, raster, svg

__all__ = ["WIDTH", "card", "html", "png", "raster", "svg"]
