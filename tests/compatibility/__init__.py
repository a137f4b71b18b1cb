"""Games written by earlier versions of the rules, and the program that wrote them."""
