"""Games written by earlier versions of the rules, and how they are made."""
