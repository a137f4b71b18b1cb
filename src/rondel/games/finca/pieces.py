"""Texts that Finca's documents are made of."""

from typing import get_args

import msgspec

from rondel.core import Edition, Message
from rondel.games.finca.actions import ACTIONS, STEPS
from rondel.games.finca.state import TILES, VILLAGES
from rondel.games.finca.view import (
    ACTION_TILES,
    DUTIES,
    FRUITS,
    KINDS_PRINTED,
    Delivering,
    FincaTile,
    Tile,
)
from rondel.kernel.writer import MessageKeys, Pieces, escaped

TAGS = [str(kind.__struct_config__.tag) for kind in STEPS.kinds]
REASONS = ("last-finca", "going-round")
PROMPTS = ("place", "turn", "move", "land", "fill", "fill-first", "fill-less", "turn-circles")
"""Prompts: first one for each duty of a seat, then variants."""
PIECES = Pieces(
    "game finca edition players seat mover duty moves_left blades cart_lines_after centre_carts "
    "supply villages wooden_fincas_left bonus_tiles unused_action_points delivery unseen walks "
    "landings fillings reason farmers_waiting fruits carts action_tiles tiles values sets printed "
    "finca_tiles score fruit_tiles total place fruit farmers tiles_left face_up waits_for_tile "
    "filled finca_tile finca_decided standing finca_winner wooden_finca value owner room discount "
    "tile count blade distance arrival harvest amount fruit_short carts_short fruit_changes "
    "cart_changes village saved pays room_after farmers moves player from to takes short "
    "fruits spared kinds left owed returns what fincas points prompt most",
    "returned at-village event-turn-up event-fruit-short event-carts-short event-wooden-finca "
    "event-no-wooden-finca event-finca-won event-finca-tied event-bonus event-set-unpaid "
    "tile-one-of-each event-windmill-laid event-fincas-laid event-tiles-dealt "
    "event-begins prompt-over why-no-farmer why-tile-played why-no-cart why-nothing-to-fill "
    "why-nothing-to-spare why-village-filled why-village-empty why-lacking why-lacking-any "
    "why-no-room why-discount-lost why-not-now result-tie-broken",
    names=1,
    cart_lines=1,
    village_names=VILLAGES,
    village_heads=VILLAGES,
    designs=TILES,
    whole_fincas=VILLAGES,
    village_keys=VILLAGES,
    print_lists=TILES,
    finca_kinds=VILLAGES,
    duties=DUTIES,
    all_kinds=KINDS_PRINTED,
    actions=ACTION_TILES,
    deliveries=get_args(Delivering),
    reasons=REASONS,
    shortages=["none", "fruit", "carts", "both"],
    labels=MessageKeys(f"label-{tag}" for tag in TAGS),
    events=MessageKeys(f"event-{tag}" for tag in TAGS[: len(ACTIONS)]),
    amounts=MessageKeys(f"amount-{what}" for what in (*FRUITS, "cart", "any")),
    objects=MessageKeys(f"object-{what}" for what in (*FRUITS, "cart")),
    fruit_names=MessageKeys(f"fruit-{kind}" for kind in FRUITS),
    fruit_plurals=MessageKeys(f"fruits-{kind}" for kind in KINDS_PRINTED),
    action_names=MessageKeys(f"action-{tile}" for tile in ACTION_TILES),
    ends=MessageKeys(f"end-{reason}" for reason in REASONS),
    chance_prompts=MessageKeys(["prompt-lay-blade", "prompt-lay-finca", "prompt-turn-up"]),
    prompts=MessageKeys(f"prompt-{what}" for what in PROMPTS),
    prompts_you=MessageKeys(f"prompt-{what}-you" for what in PROMPTS),
)
K = PIECES.numbers


def texts(edition: Edition) -> dict[str, list[str]]:
    """Return the texts of an edition."""
    facts = edition.facts
    fincas = [tuple(laid["kinds"]) for laid in facts["finca_tiles"]]
    points = facts["finca_points"]
    return {
        "names": [escaped(edition.name)],
        "cart_lines": [_json(facts["cart_lines_after_blade"])],
        "village_names": [village["name"] for village in facts["villages"]],
        "village_heads": [
            _json({"name": village["name"], "title": village["title"]})[:-1]
            for village in facts["villages"]
        ],
        "village_keys": [f"village-{village['name']}" for village in facts["villages"]],
        "print_lists": [_json(_prints(tile["fruits"])) for tile in facts["fruit_tiles"]],
        "finca_kinds": [_json([Message(f"fruits-{kind}") for kind in kinds]) for kinds in fincas],
        "designs": [
            _json(Tile(tile["name"], sum(tile["fruits"].values()), tile["fruits"]))
            for tile in facts["fruit_tiles"]
        ],
        "whole_fincas": [_json(FincaTile("-".join(kinds), kinds, points)) for kinds in fincas],
    }


def _prints(fruits: dict[str, int]) -> list[Message]:
    """Return the prints of a tile."""
    if fruits == dict.fromkeys(FRUITS, 1):
        return [Message("tile-one-of-each")]
    return [Message(f"amount-{kind}", {"count": count}) for kind, count in fruits.items()]


def _json(part: object) -> str:
    return msgspec.json.encode(part).decode()
