"""The orchard's own tests."""
