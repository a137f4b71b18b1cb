"""Identities and their sessions: storage and rules, without HTTP."""
