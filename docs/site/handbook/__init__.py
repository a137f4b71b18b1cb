"""Tools that build the documentation site and check its prose."""
