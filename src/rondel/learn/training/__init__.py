"""Training of networks by self-play (extra `train`)."""
