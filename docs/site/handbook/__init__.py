"""How the documentation site is put together."""
