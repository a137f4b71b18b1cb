"""Pictures of positions, drawn like the browser client's without a browser."""

from rondel.rendering.pictures import WIDTH, card, html, png, raster, svg

__all__ = ["WIDTH", "card", "html", "png", "raster", "svg"]
