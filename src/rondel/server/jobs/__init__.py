"""What goes on by itself: bots that move, time that runs out."""
