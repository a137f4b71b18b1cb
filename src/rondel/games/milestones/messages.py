"""Rules that write Milestones' messages: labels, prompts and stories."""

from rondel.games.milestones.actions import (
    BUY,
    COVER,
    DISCARD,
    DONE,
    DRAFT,
    GO,
    HOUSE,
    LAY,
    LAY_BONUS,
    LEAVE,
    MARKET,
    SACK,
    SACK_FOR,
    SELL,
    STREET,
    TAKE,
    TO,
    TURN_UP,
    VIA,
)
from rondel.games.milestones.documents import (
    AFTER,
    ASKED,
    HERE,
    SETTLED,
    TRIED,
    earned,
    is_stop_duty,
    visit,
)
from rondel.games.milestones.pieces import K
from rondel.games.milestones.rules import MOVES, apply, legal_steps, majority, strength
from rondel.games.milestones.state import (
    BUSHES,
    CASTLE,
    COIN,
    DISPLAY,
    DUTY_BONUS,
    DUTY_COVER,
    DUTY_DISCARD,
    DUTY_DRAFT,
    DUTY_REFILL,
    DUTY_TAKE,
    DUTY_TRADE,
    DUTY_TURN_UP,
    FIRST_SPACE,
    KINDS,
    MAX_ROW,
    NONE,
    SPACES,
    SUMS,
    TRADING_HOUSE,
    Box,
    State,
)
from rondel.kernel.record import Array
from rondel.kernel.rule import writing_rule
from rondel.kernel.state import OVER
from rondel.kernel.writer import (
    Writer,
    count,
    end,
    inner,
    listed,
    message,
    name,
    piece,
    player,
    players,
    result,
    separate,
    text,
)

(
    GO_CASTLE,
    GO_WORKER,
    GO_EMPTY,
    GO_COVERED,
    GO_TRADING_HOUSE,
    _,
    _,
    DISCARDED,
    COVERED_ONE,
    DONE_TRADING,
    _,
    _,
    HIRED,
    LAID,
    LAID_OVER,
    BOUGHT,
    SOLD,
    BEGUN,
    VIA_HERE,
    TO_HERE,
    HOUSE_BUILT,
    MARKET_BUILT,
    TAKEN,
    LEFT,
    SUPPLIED,
    DRAFTED,
    SUPPLIED_FOR,
    TURNED_UP,
    BONUS_LAID,
) = range(29)
"""Places of the messages about steps."""
WORKERS_AT, TILE_AT = KINDS, 2 * KINDS
"""Places of workers and tiles among the things that have a subject and an object form."""
TAKE_AT_HOUSE, TRADE_ON = DUTY_COVER + 1, DUTY_COVER + 2
"""Places of further prompts, after those of the duties."""
QUOTE_SIGN, COMMA_SIGN = range(2)


@writing_rule
def label(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, sums: Array, step: int
) -> None:
    """Write the effect of a step, for menus."""
    tables[AFTER] = tables[HERE]
    apply(tables[AFTER], box, step)
    write_step(out, tables, box, steps, weights, step, K.labels, K.subjects)


@writing_rule
def prompt(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, sums: Array, named: int
) -> None:
    """Write the instruction to the player to move: by name, or as "you"."""
    write_prompt(out, tables, box, steps, weights, named)


@writing_rule
def write_prompt(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, named: int
) -> None:
    """Write the instruction to the player to move."""
    s, settled = tables[HERE], tables[SETTLED]
    if s.seat < 0:
        message(out, K.prompt_over if s.seat == OVER else K.chance_prompts + s.duty)
        end(out)
        return
    key = int(s.duty)
    if s.duty == DUTY_TAKE and s.must_take:
        key = TAKE_AT_HOUSE
    elif s.duty == DUTY_TRADE and s.hired:
        key = TRADE_ON
    tables[SETTLED] = tables[HERE]
    discards = 0
    while settled.duty == DUTY_DISCARD:
        legal_steps(settled, box, steps[1], weights)
        apply(settled, box, int(steps[1, 0]))
        discards += 1
    message(out, key - DUTY_DRAFT + (K.prompts if named else K.prompts_you))
    player(out, K.player, s.seat)
    count(out, K.moves, s.moves)
    count(out, K.discards, discards)
    end(out)


@writing_rule
def story(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, sums: Array, step: int
) -> None:
    """Write the narration of a step."""
    before, after = tables[HERE], tables[AFTER]
    if step >= LAY_BONUS:
        write_dealt(out, tables, box, steps, weights, step)
        return
    write_step(out, tables, box, steps, weights, step, K.events, K.objects)
    if step < DISCARD:
        write_arrived(out, before, after, step)
    if COVER <= step < DONE:
        write_lost(out, before, box, step - COVER, 1)
    elif LAY <= step < BUY:
        write_lost(out, before, box, step - LAY, 2)
    write_used_up(out, before, after, box)
    if before.left_over != after.left_over:
        message(out, K.event_left_over)
        write_tile_named(out, box, int(after.left_over), K.subjects)
        end(out)
        message(out, K.event_begins)
        player(out, K.player, after.mover)
        end(out)
    write_spared(out, before, after, step)
    if after.seat == OVER:
        write_majorities(out, after, box)
        reason = K.result_ends + after.reason
        result(out, after.players, sums, reason, K.result_tie_broken, K.goods)
    elif after.trigger != NONE:
        write_triggered(out, before, after)


@writing_rule
def write_step(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, step: int, keys: int,
    form: int,
) -> None:  # fmt: skip
    """Write a message about a step from one table to the next: its player and its effect."""
    before, after, tried = tables[HERE], tables[AFTER], tables[TRIED]
    if step < DISCARD:
        write_arrival(out, tables, box, steps, weights, step, keys, form)
    elif step < COVER:
        begin_step(out, keys + DISCARDED, before)
        write_traded(out, before, after, form)
    elif step < DONE:
        begin_step(out, keys + COVERED_ONE, before)
        count(out, K.space, step - COVER + FIRST_SPACE)
        write_covering(out, before, box, step - COVER, 1, form)
    elif step == DONE:
        begin_step(out, keys + DONE_TRADING + before.pawns[before.mover] - TRADING_HOUSE, before)
    elif step < LAY:
        begin_step(out, keys + HIRED, before)
        write_tile_named(out, box, int(after.tile), form)
        write_traded(out, before, after, form)
    elif step < BUY:
        space = step - LAY
        is_over = before.workers[before.mover, space] >= 0
        is_over |= before.workers[before.mover, space + 1] >= 0
        begin_step(out, keys + (LAID_OVER if is_over else LAID), before)
        count(out, K.space, space + FIRST_SPACE)
        count(out, K.next, space + FIRST_SPACE + 1)
        write_covering(out, before, box, space, 2, form)
    elif step < STREET:
        begin_step(out, keys + (BOUGHT if step < SELL else SOLD), before)
        write_traded(out, before, after, form)
    elif step < VIA:
        begin_step(out, keys + BEGUN, before)
        text(out, K.vertex, K.vertex_names + step - STREET)
    elif step < TO:
        begin_step(out, keys + VIA_HERE, before)
        text(out, K.vertex, K.vertex_names + step - VIA)
        # The end of a section does not affect its points.
        legal_steps(after, box, steps[1], weights)
        tables[TRIED] = tables[AFTER]
        apply(tried, box, int(steps[1, 0]))
        write_scored(out, after, tried)
    elif step < HOUSE:
        begin_step(out, keys + TO_HERE, before)
        text(out, K.end, K.vertex_names + step - TO)
        text(out, K.start, K.vertex_names + before.section_start)
        text(out, K.milestone, K.vertex_names + before.section_milestone)
        write_scored(out, before, after)
    elif step < MARKET:
        begin_step(out, keys + HOUSE_BUILT, before)
        text(out, K.triangle, K.triangle_names + step - HOUSE)
        write_scored(out, before, after)
    elif step < TAKE:
        begin_step(out, keys + MARKET_BUILT, before)
        text(out, K.vertex, K.vertex_names + step - MARKET)
        write_scored(out, before, after)
    elif step < LEAVE:
        bush, space = (step - TAKE) // SPACES, (step - TAKE) % SPACES
        begin_step(out, keys + TAKEN, before)
        text(out, K.bush, K.bush_names + bush)
        count(out, K.space, space + FIRST_SPACE)
        name(out, K.worker)
        write_worker(out, box, int(before.workers[before.mover, space]), K.subjects)
        count(out, K.points, earned(before, after))
        write_bonus_tiles(out, before, 1 << bush)
    elif step == LEAVE:
        begin_step(out, keys + LEFT, before)
        write_bonus_tiles(out, before, offered(before))
    elif step < DRAFT or SACK_FOR <= step < LAY_BONUS:
        vertex = step - SACK if step < DRAFT else (step - SACK_FOR) // SUMS
        begin_step(out, keys + (SUPPLIED if step < DRAFT else SUPPLIED_FOR), before)
        text(out, K.vertex, K.vertex_names + vertex)
        write_scored(out, before, after)
        write_traded(out, before, after, form)
    elif step < SACK_FOR:
        begin_step(out, keys + DRAFTED, before)
        write_tile_named(out, box, int(after.tile), form)
    elif step < TURN_UP:
        begin_step(out, keys + BONUS_LAID, before)
        inner(out, K.kind, K.kind_names + step - LAY_BONUS)
        end(out)
    else:
        begin_step(out, keys + TURNED_UP, before)
        write_tile_named(out, box, step - TURN_UP, K.subjects)
    end(out)


@writing_rule
def begin_step(out: Writer, key: int, before: State) -> None:
    """Open a message about a step of the mover."""
    message(out, key)
    player(out, K.player, before.mover)


@writing_rule
def offered(s: State) -> int:
    """Return the bushes whose bonus tile the mover may take now, a bit each."""
    return int(s.offered) if s.duty == DUTY_TAKE else 0


@writing_rule
def write_arrival(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, step: int, keys: int,
    form: int,
) -> None:  # fmt: skip
    """Open the message about a move, which depends on the kind of space, and write its details."""
    asked, tried, stop = tables[ASKED], tables[TRIED], step - GO
    seat, space = int(tables[HERE].mover), stop - FIRST_SPACE
    tables[ASKED] = tables[HERE]
    # With a move to spare, the turn goes on whatever happens there.
    asked.moves = MOVES
    discards = visit(tables, box, steps, weights, step)
    if stop == CASTLE or stop >= TRADING_HOUSE:
        key = GO_CASTLE if stop == CASTLE else GO_TRADING_HOUSE + stop - TRADING_HOUSE
        begin_step(out, keys + key, asked)
        text(out, K.awaits, K.something if is_stop_duty(int(tried.duty)) else K.nothing)
        count(out, K.coins, max(int(tried.goods[seat, COIN]) - int(asked.goods[seat, COIN]), 0))
        count(out, K.discards, discards)
        text(out, K.covers, K.yes if tables[SETTLED].duty == DUTY_COVER else K.no)
        return
    worker = int(asked.workers[seat, space])
    if worker < 0:
        begin_step(out, keys + (GO_EMPTY if worker == NONE else GO_COVERED), asked)
        count(out, K.space, stop)
        return
    begin_step(out, keys + GO_WORKER, asked)
    count(out, K.space, stop)
    name(out, K.worker)
    write_worker(out, box, worker, K.subjects)
    listed(out, K.gains)
    write_goods(out, asked, tried, seat, form)
    if form == K.subjects and earned(asked, tried):
        write_amount(out, K.points, earned(asked, tried))
    end(out)


@writing_rule
def write_amount(out: Writer, key: int, amount: int) -> None:
    """Write an amount of something."""
    message(out, key)
    count(out, K.count, amount)
    end(out)


@writing_rule
def write_goods(out: Writer, less: State, more: State, seat: int, form: int) -> None:
    """Write the goods that a seat has more in the second state."""
    for kind in range(KINDS):
        received = int(more.goods[seat, kind]) - int(less.goods[seat, kind])
        if received > 0:
            write_amount(out, form + kind, received)


@writing_rule
def write_traded(out: Writer, before: State, after: State, form: int) -> None:
    """Write what the mover gave, and what it received."""
    seat = int(before.mover)
    listed(out, K.pays)
    write_goods(out, after, before, seat, form)
    end(out)
    listed(out, K.gains)
    write_goods(out, before, after, seat, form)
    end(out)


@writing_rule
def write_worker(out: Writer, box: Box, worker: int, form: int) -> None:
    """Write a worker with its number."""
    message(out, form + WORKERS_AT + box.worker_kinds[worker])
    count(out, K.number, box.worker_numbers[worker])
    end(out)


@writing_rule
def write_tile_named(out: Writer, box: Box, design: int, form: int) -> None:
    """Write the two workers of a tile as an argument."""
    name(out, K.tile)
    write_pair(out, box, design, form)


@writing_rule
def write_pair(out: Writer, box: Box, design: int, form: int) -> None:
    """Write the two workers of a tile."""
    message(out, form + TILE_AT)
    name(out, K.left)
    write_worker(out, box, 2 * design, form)
    name(out, K.right)
    write_worker(out, box, 2 * design + 1, form)
    end(out)


@writing_rule
def write_covering(
    out: Writer, before: State, box: Box, first: int, spaces: int, form: int
) -> None:
    """Write the workers that a tile or cover tile covers, and the lost bonus tiles."""
    seat, bonuses = int(before.mover), 0
    listed(out, K.workers)
    for space in range(first, first + spaces):
        if before.workers[seat, space] >= 0:
            write_worker(out, box, int(before.workers[seat, space]), form)
    end(out)
    listed(out, K.tiles)
    for space in range(first, first + spaces):
        if before.workers[seat, space] >= 0 and before.bonuses[seat, space]:
            message(out, K.kind_names + box.worker_kinds[before.workers[seat, space]])
            end(out)
            bonuses += 1
    end(out)
    count(out, K.bonuses, bonuses)


@writing_rule
def write_scored(out: Writer, before: State, after: State) -> None:
    """Write the points of a build, and the bonus tiles that can be taken for it."""
    count(out, K.points, earned(before, after))
    write_bonus_tiles(out, after, offered(after))


@writing_rule
def write_bonus_tiles(out: Writer, s: State, bushes: int) -> None:
    """Write the bonus tiles on some bushes, and how many there are."""
    bonuses = 0
    listed(out, K.tiles)
    for bush in range(BUSHES):
        if bushes >> bush & 1:
            message(out, K.kind_names + s.bushes[bush])
            end(out)
            bonuses += 1
    end(out)
    count(out, K.bonuses, bonuses)


@writing_rule
def write_arrived(out: Writer, before: State, after: State, step: int) -> None:
    """Write the effects of a move other than goods."""
    seat = int(before.mover)
    if earned(before, after):
        message(out, K.event_bonus_workers)
        player(out, K.player, seat)
        count(out, K.points, earned(before, after))
        end(out)
    if step - GO == TRADING_HOUSE and after.goods[seat, COIN] > before.goods[seat, COIN]:
        message(out, K.event_ascending)
        player(out, K.player, seat)
        listed(out, K.gains)
        write_goods(out, before, after, seat, K.objects)
        end(out)
        end(out)


@writing_rule
def write_lost(out: Writer, before: State, box: Box, first: int, spaces: int) -> None:
    """Write the bonus tiles that left the game with their workers."""
    lost = 0
    for space in range(first, first + spaces):
        lost += before.workers[before.mover, space] >= 0 and before.bonuses[before.mover, space]
    if lost:
        message(out, K.event_bonus_lost)
        write_covering(out, before, box, first, spaces, K.subjects)
        end(out)


@writing_rule
def write_used_up(out: Writer, before: State, after: State, box: Box) -> None:
    """Write the supplies whose last part was taken."""
    if before.sections < after.sections and after.sections == box.sections:
        message(out, K.last_parts)
        end(out)
    if before.houses < after.houses and after.houses == box.houses:
        message(out, K.last_parts + 1)
        end(out)
    if before.markets < after.markets and after.markets == box.markets:
        message(out, K.last_parts + 2)
        end(out)
    if before.sacks < after.sacks and after.sacks == box.sacks:
        message(out, K.last_parts + 3)
        end(out)


@writing_rule
def write_spared(out: Writer, before: State, after: State, step: int) -> None:
    """Write a note if the castle covers no worker because there are too few."""
    came_home = step == GO + CASTLE or DISCARD <= step < COVER
    if came_home and after.duty != DUTY_DISCARD and after.duty != DUTY_COVER:
        visible = 0
        for space in range(SPACES):
            visible += after.workers[before.mover, space] >= 0
        message(out, K.event_none_covered)
        player(out, K.player, before.mover)
        count(out, K.workers, visible)
        end(out)


@writing_rule
def write_triggered(out: Writer, before: State, after: State) -> None:
    """Write that the end is near, or that a seat's last turn begins."""
    trigger, now = int(after.trigger), int(after.mover)
    if before.trigger == NONE:
        message(out, K.near_ends + after.reason)
        player(out, K.player, before.mover)
        count(out, K.points, after.scores[before.mover])
        end(out)
        first = now + 1 if now == trigger else now
        turns = (trigger - first) % after.players
        message(out, K.event_last_turns)
        listed(out, K.players)
        for turn in range(turns):
            message(out, K.player)
            player(out, K.player, (first + turn) % after.players)
            end(out)
        end(out)
        count(out, K.count, turns)
        end(out)
    elif before.mover != now:
        message(out, K.event_last_turn)
        player(out, K.player, now)
        end(out)


@writing_rule
def write_majorities(out: Writer, s: State, box: Box) -> None:
    """Write the seats with most workers of each kind, and the points for it."""
    for kind in range(KINDS):
        winners = found = 0
        first = NONE
        for seat in range(s.players - 1, -1, -1):
            if majority(s, box, seat, kind):
                winners |= 1 << seat
                first = seat
                found += 1
        if found == 0:
            message(out, K.event_majority_none)
        else:
            message(out, K.event_majority if found == 1 else K.event_majority_tied)
        inner(out, K.kinds, K.kind_plurals + kind)
        end(out)
        if found:
            count(out, K.strength, strength(s, box, first, kind))
            count(out, K.points, majority(s, box, first, kind))
        if found == 1:
            player(out, K.player, first)
        elif found:
            players(out, K.players, winners)
        end(out)


@writing_rule
def write_dealt(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, step: int
) -> None:
    """Write the chance outcome: complete parts of the set-up, later each new tile."""
    before, s = tables[HERE], tables[AFTER]
    if before.duty == DUTY_REFILL:
        write_step(out, tables, box, steps, weights, step, K.events, K.objects)
        if s.pile == 0:
            message(out, K.event_pile_empty)
            end(out)
    elif before.duty == DUTY_BONUS:
        if s.duty == DUTY_TURN_UP:
            separate(out)
            piece(out, K.notes)
            message(out, K.event_bonus_tiles)
            listed(out, K.tiles)
            for kind in range(KINDS):
                write_bushes(out, s, kind)
            end(out)
            end(out)
    elif before.display[DISPLAY - 1] == NONE:
        if s.display[DISPLAY - 1] != NONE:
            message(out, K.event_display)
            listed(out, K.tiles)
            for slot in range(DISPLAY):
                write_pair(out, box, int(s.display[slot]), K.subjects)
            end(out)
            end(out)
    elif s.duty == DUTY_DRAFT:
        message(out, K.event_starting_row)
        listed(out, K.tiles)
        for slot in range(MAX_ROW):
            if s.row[slot] != NONE:
                write_pair(out, box, int(s.row[slot]), K.subjects)
        end(out)
        end(out)
        message(out, K.event_first_draft)
        player(out, K.player, s.mover)
        end(out)


@writing_rule
def write_bushes(out: Writer, s: State, kind: int) -> None:
    """Write the places of the bonus tiles of a kind of worker."""
    found = 0
    message(out, K.tiles_at)
    inner(out, K.kind, K.kind_names + kind)
    end(out)
    name(out, K.bushes)
    piece(out, K.signs + QUOTE_SIGN)
    for bush in range(BUSHES):
        if s.bushes[bush] == kind:
            if found:
                piece(out, K.signs + COMMA_SIGN)
            piece(out, K.bush_names + bush)
            found += 1
    piece(out, K.signs + QUOTE_SIGN)
    end(out)
