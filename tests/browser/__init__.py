"""Browser client in a real Chromium."""
