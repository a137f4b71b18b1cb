"""Pictures of positions, drawn like the browser client's without a browser."""

from rondel.drawing.pictures import WIDTH, card, html, png, raster, svg

__all__ = ["WIDTH", "card", "html", "png", "raster", "svg"]
