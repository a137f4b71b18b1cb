"""Reference page of all commands, generated from their `--help`."""

from typing import Any

import typer

from rondel.cli import app


def commands() -> str:
    """Return a section for each command, with its arguments and options."""
    whole: Any = typer.main.get_command(app)
    return "\n".join(
        line for name in sorted(whole.commands) for line in told(whole, "rondel", name)
    )


def told(group: Any, before: str, name: str) -> list[str]:
    """Return the section of a command and of its subcommands."""
    command, title = group.commands[name], f"{before} {name}"
    lines = [f"## {title}\n", f"{(command.help or '').strip()}\n"]
    rows = [row(parameter) for parameter in command.params if parameter.name != "help"]
    if rows:
        lines += ["| | |", "|---|---|", *rows, ""]
    for inner in sorted(getattr(command, "commands", ())):
        lines += told(command, title, inner)
    return lines


def row(parameter: Any) -> str:
    """Return the row of an argument or an option: name, description, default."""
    written = ", ".join([*parameter.opts, *parameter.secondary_opts])
    if parameter.param_type_name == "argument":
        written = parameter.name.upper()
    about = " ".join((getattr(parameter, "help", None) or "").split()).replace("|", "\\|")
    plain = isinstance(parameter.default, str | int | float) and parameter.default is not False
    usual = f" Default: `{parameter.default}`." if plain and parameter.default != "" else ""
    return f"| `{written}` | {about}{usual} |"
