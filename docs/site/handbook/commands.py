"""The commands as a page: what `--help` says, for all of them."""

from typing import Any

import typer

from rondel.cli import app


def commands() -> str:
    """Every command with its arguments and options."""
    whole: Any = typer.main.get_command(app)
    return "\n".join(
        line for name in sorted(whole.commands) for line in told(whole, "rondel", name)
    )


def told(group: Any, before: str, name: str) -> list[str]:
    """A command, and those inside it."""
    command, title = group.commands[name], f"{before} {name}"
    lines = [f"## {title}\n", f"{(command.help or '').strip()}\n"]
    rows = [row(parameter) for parameter in command.params if parameter.name != "help"]
    if rows:
        lines += ["| | |", "|---|---|", *rows, ""]
    for inner in sorted(getattr(command, "commands", ())):
        lines += told(command, title, inner)
    return lines


def row(parameter: Any) -> str:
    """An argument or an option, what it is for, and its usual value."""
    written = ", ".join([*parameter.opts, *parameter.secondary_opts])
    if parameter.param_type_name == "argument":
        written = parameter.name.upper()
    about = " ".join((getattr(parameter, "help", None) or "").split()).replace("|", "\\|")
    plain = isinstance(parameter.default, str | int | float) and parameter.default is not False
    usual = f" Usually `{parameter.default}`." if plain and parameter.default != "" else ""
    return f"| `{written}` | {about}{usual} |"
