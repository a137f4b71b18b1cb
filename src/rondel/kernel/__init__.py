"""How rules are written once: records, compiled rules, and what drives them on CPU and GPU."""
