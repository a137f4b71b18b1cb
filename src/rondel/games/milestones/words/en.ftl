### Parts

game-title = Milestones
game-about = Hire workers, lay streets across the country, and build marketplaces and houses beside them.

edition-note = Reconstructed, not printed: { $parts }. Owners of the game can enter what is printed in a map file of their own.
edition-numbers = the numbers on the map
edition-bushes = the places of the bushes
edition-workers = the worker tiles

## Kinds of workers

kind-quarryman = quarryman
kind-lumberjack = lumberjack
kind-sand-worker = sand worker
kind-grain-grower = grain grower
kind-coiner = coiner
kinds-quarryman = quarrymen
kinds-lumberjack = lumberjacks
kinds-sand-worker = sand workers
kinds-grain-grower = grain growers
kinds-coiner = coiners

## Goods, workers and tiles in a list or as the subject of a sentence

good-stone = stone
good-wood = wood
good-sand = sand
good-grain = grain
good-coin = coins
subject-stone = { $count } stone
subject-wood = { $count } wood
subject-sand = { $count } sand
subject-grain = { $count } grain
subject-coin = { $count ->
    [one] { $count } coin
   *[other] { $count } coins
}
subject-quarryman = { kind-quarryman } { $number }
subject-lumberjack = { kind-lumberjack } { $number }
subject-sand-worker = { kind-sand-worker } { $number }
subject-grain-grower = { kind-grain-grower } { $number }
subject-coiner = { kind-coiner } { $number }
subject-tile = { $left } + { $right }

## The same as what somebody takes or gives

object-stone = { subject-stone }
object-wood = { subject-wood }
object-sand = { subject-sand }
object-grain = { subject-grain }
object-coin = { subject-coin }
object-quarryman = { subject-quarryman }
object-lumberjack = { subject-lumberjack }
object-sand-worker = { subject-sand-worker }
object-grain-grower = { subject-grain-grower }
object-coiner = { subject-coiner }
object-tile = { $left } and { $right }

## Spaces, parts and points

stop-castle = castle
stop-space = space { $space }
stop-trading-house = trading house
stop-board-of-works = board of works
stop-mill = mill
part-street = street section
part-house = house
part-market = marketplace
part-sack = flour sack
parts-sections = street sections
parts-houses = houses
parts-markets = marketplaces
parts-sacks = flour sacks
tiles-at = { $kind } ({ $bushes })
score-streets = street sections
score-houses = houses
score-markets = marketplaces
score-sacks = flour sacks
score-bonus-tiles = bonus tiles picked up
score-bonus-workers = workers with bonus tiles
score-majorities = majorities
score-total = total

### What is expected

prompt-bonus = The bonus tiles are being laid on the bushes.
prompt-turn-up = Worker tiles are being turned up.
prompt-refill = The display is being refilled.
prompt-over = The game is over.
prompt-draft = { $player } must take one of the starting tiles.
prompt-draft-you = Your turn: take one of the starting tiles.
prompt-lay-first = { $player } must lay the tile on two empty spaces.
prompt-lay-first-you = Lay the tile on two empty spaces of your board.
prompt-move = { $moves ->
    [1] { $player } must make the second move.
   *[other] { $player } must make the first move.
}
prompt-move-you = { $moves ->
    [1] Make your second move.
   *[other] Your turn: make your first move.
}
prompt-trade = { $player } is at the trading house and may hire workers, buy and sell.
prompt-trade-you = You are at the trading house: buy one tile to hire its workers, buy and sell goods, or finish.
prompt-trade-hired = { $player } is at the trading house and has hired; buying and selling can go on.
prompt-trade-hired-you = You have hired workers: buy, sell, or finish.
prompt-lay = { $player } must lay the tile just bought.
prompt-lay-you = Lay the tile on two neighbouring spaces; it may cover anything.
prompt-works = { $player } is at the board of works and may build.
prompt-works-you = You are at the board of works: build, or finish.
prompt-via = { $player } must say where the milestone of the street section goes.
prompt-via-you = Where does the milestone of the street section go?
prompt-to = { $player } must say where the street section ends.
prompt-to-you = Where does the street section end?
prompt-take = { $player } may pick up a bonus tile.
prompt-take-you = Pick up a bonus tile for one of your workers, or leave it.
prompt-take-house = { $player } must pick up the bonus tile at the house.
prompt-take-house-you = Which worker gets the bonus tile at the house?
prompt-mill = { $player } is at the mill and may supply marketplaces with flour.
prompt-mill-you = You are at the mill: supply a marketplace with flour, or finish.
prompt-discard = { $discards ->
    [one] { $player } is at the castle and must return { $discards } cube or coin.
   *[other] { $player } is at the castle and must return { $discards } cubes or coins.
}
prompt-discard-you = { $discards ->
    [one] You are at the castle: return { $discards } cube or coin.
   *[other] You are at the castle: return { $discards } cubes or coins.
}
prompt-cover = { $player } is at the castle and must cover a worker.
prompt-cover-you = You are at the castle: cover one of your workers.

### What a step would do

scored = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
opening = { $bonuses ->
    [0] { "" }
    [one] , and a bonus tile to pick up: { $tiles }
   *[other] , and bonus tiles to pick up: { $tiles }
}
losing = { $bonuses ->
    [0] { "" }
    [one] ; a bonus tile is removed from the game: { $tiles }
   *[other] ; bonus tiles are removed from the game: { $tiles }
}
label-draft = Take { $tile }
label-lay = Lay the tile on spaces { $space } and { $next }
label-lay-over = Lay the tile on spaces { $space } and { $next }, over { $workers }{ losing }
label-go-castle = { $covers ->
    [yes] Go home to the castle: { $discards ->
        [0] cover a worker
       *[other] return { $discards }, cover a worker
    }
   *[no] Go home to the castle: { $discards ->
        [0] nothing to give up
       *[other] return { $discards }
    }
}
label-go-worker = Go to space { $space } ({ $worker }): { $gains }
label-go-empty = Go to space { $space }, which is empty
label-go-covered = Go to space { $space }, which is covered
label-go-trading-house = Go to the trading house{ $coins ->
    [0] { "" }
   *[other] : { $coins } coin, as the numbers are ascending
}{ $awaits ->
    [nothing] ; nothing to trade
   *[something] { "" }
}
label-go-board-of-works = Go to the board of works{ $awaits ->
    [nothing] ; nothing to build with
   *[something] { "" }
}
label-go-mill = Go to the mill{ $awaits ->
    [nothing] ; no flour to supply
   *[something] { "" }
}
label-hire = Hire { $tile } for { $pays }
label-buy = Buy { $gains } for { $pays }
label-sell = Sell { $pays } for { $gains }
label-done-trading-house = Finish trading
label-done-board-of-works = Finish building
label-done-mill = Finish
label-street = Begin a street section at { $vertex }
label-via = Milestone on { $vertex }: { scored }{ opening }
label-to = Street section { $start } – { $milestone } – { $end }: { scored }{ opening }
label-house = House at { $triangle }: { scored }{ opening }
label-market = Marketplace on { $vertex }: { scored }{ opening }
label-take = Pick up the bonus tile at { $bush } for { $worker } on space { $space }: { scored }
label-leave = { $bonuses ->
    [one] Leave the bonus tile: { $tiles }
   *[other] Leave the bonus tiles: { $tiles }
}
label-sack = Flour sack for { $pays } on { $vertex }: { scored } and { $gains }
label-sack-for = Flour sack for { $pays } on { $vertex }, for lower numbers: { scored } and { $gains }
label-discard = Return { $pays }
label-cover = Cover { $workers } on space { $space }{ losing }
label-lay-bonus = Next bonus tile: { $kind }
label-turn-up = Next worker tile: { $tile }

### Why a step is not possible

why-castle-twice = You cannot go from the castle to the castle in one move.
why-clockwise = The playing piece goes clockwise only, and a move never passes the castle.
why-hired = Only one tile can be bought on each visit to the trading house.
why-not-displayed = This tile is not in the display.
why-coins = That costs { $price }; you have { $coins }.
why-nothing-to-sell = You can only sell two cubes that you have.
why-trading-house = Workers are hired, and goods bought and sold, at the trading house.
why-price-street = A street section costs { $price }. You still need: { $lacks }.
why-price-house = A house costs { $price }. You still need: { $lacks }.
why-price-market = A marketplace costs { $price }. You still need: { $lacks }.
why-price-sack = A flour sack costs { $price }. You still need: { $lacks }.
why-used-up = The supply is used up: { $parts }.
why-street-start = A street section begins at a marketplace or at the end of a street.
why-street-room = From { $vertex } no street section can be built: it needs two numbers in a row that are not part of the road network.
why-milestone-place = The milestone goes on a neighbouring number that is not part of the road network, with another such number beyond it.
why-street-end = A street section ends on a number next to its milestone that is not part of the road network.
why-board-of-works = Streets, houses and marketplaces are built at the board of works.
why-house-there = This triangle has a house already.
why-house-street = A house needs a street along at least one side of its triangle.
why-house-bonus = On a triangle with a bonus tile a house needs a visible worker of that kind without a bonus tile.
why-market-place = A marketplace goes on an uncovered number of the road network.
why-bonus-worker = A bonus tile needs a visible worker of its kind that has none yet.
why-bonus-tile = A bonus tile is picked up by building next to it.
why-must-take = A house takes the bonus tile of its triangle; it cannot be left.
why-no-market = Flour goes to a marketplace, and there is none here.
why-sack-there = This marketplace has its flour already.
why-lower-numbers = No two uncovered numbers next to this marketplace have that sum.
why-mill = Flour is supplied at the mill.
why-no-worker = There is no visible worker on space { $space }.
why-castle = Workers are covered, and goods returned, at the castle.
why-nothing-to-return = You have none of these to return.
why-not-empty = The first two tiles go on empty spaces.

### What happened

event-bonus-tiles = The bonus tiles lie on the bushes: { $tiles }.
event-display = The display: { $tiles }.
event-starting-row = The starting tiles: { $tiles }.
event-first-draft = { $player } chooses first from the starting tiles.
event-draft = { $player } takes { $tile } from the starting tiles.
event-lay = { $player } lays the tile on spaces { $space } and { $next }.
event-lay-over = { $player } lays the tile on spaces { $space } and { $next } and covers { $workers }.
event-left-over = Left over from the starting tiles and out of the game: { $tile }.
event-begins = { $player } begins.
event-go-castle = { $player } comes home to the castle.
event-go-worker = { $player } goes to space { $space } ({ $worker }) and takes { $gains }.
event-go-empty = { $player } goes to space { $space }, which is empty.
event-go-covered = { $player } goes to space { $space }, which is covered.
event-go-trading-house = { $awaits ->
    [nothing] { $player } goes to the trading house and has nothing to trade.
   *[something] { $player } goes to the trading house.
}
event-go-board-of-works = { $awaits ->
    [nothing] { $player } goes to the board of works and has nothing to build with.
   *[something] { $player } goes to the board of works.
}
event-go-mill = { $awaits ->
    [nothing] { $player } goes to the mill and has no flour to supply.
   *[something] { $player } goes to the mill.
}
event-bonus-workers = { $points ->
    [one] A worker with a bonus tile brings { $player } { $points } point.
   *[other] Workers with bonus tiles bring { $player } { $points } points.
}
event-ascending = The numbers of { $player }’s workers are ascending: { $gains }.
event-hire = { $player } hires { $tile } for { $pays }.
event-turn-up = New in the display: { $tile }.
event-pile-empty = The draw pile is empty.
event-buy = { $player } buys { $gains } for { $pays }.
event-sell = { $player } sells { $pays } for { $gains }.
event-done-trading-house = { $player } finishes trading.
event-done-board-of-works = { $player } finishes building.
event-done-mill = { $player } finishes at the mill.
event-street = { $player } plans a street section from { $vertex }.
event-via = { $player } plans its milestone on { $vertex }.
event-to = { $player } builds the street section { $start } – { $milestone } – { $end }: { scored }.
event-house = { $player } builds a house at { $triangle }: { scored }.
event-market = { $player } builds a marketplace on { $vertex }: { scored }.
event-take = { $player } picks up the bonus tile at { $bush } for { $worker } on space { $space }: { scored }.
event-leave = { $bonuses ->
    [one] { $player } leaves the bonus tile lying: { $tiles }.
   *[other] { $player } leaves the bonus tiles lying: { $tiles }.
}
event-sack = { $player } supplies the marketplace on { $vertex } with flour for { $pays }: { scored } and { $gains }.
event-sack-for = { $player } supplies the marketplace on { $vertex } with flour for { $pays } and counts lower numbers: { scored } and { $gains }.
event-discard = { $player } returns { $pays }.
event-cover = { $player } covers { $workers } on space { $space }.
event-bonus-lost = { $bonuses ->
    [one] A bonus tile is removed from the game: { $tiles }.
   *[other] Bonus tiles are removed from the game: { $tiles }.
}
event-none-covered = { $player } has only { $workers } visible workers and covers none.
event-last-sections = That was the last street section.
event-last-houses = That was the last house.
event-last-markets = That was the last marketplace.
event-last-sacks = That was the last flour sack.
event-end-target = { $player } has { $points } points and triggers the end of the game.
event-end-last-tile = { $player } has bought the last tile of the display and triggers the end of the game.
event-last-turns = { $count ->
    [one] One last turn for { $players }.
   *[other] One last turn each for { $players }.
}
event-last-turn = { $player } takes a last turn.

### How it ends

event-majority = { $player } has the majority of { $kinds } ({ $strength }): { scored }.
event-majority-tied = { $players } tie for the majority of { $kinds } ({ $strength }): { scored } each.
event-majority-none = All are equal in { $kinds }: no points.
end-target = A player has reached the target and everyone else has had a last turn: the game is over.
end-last-tile = The last tile of the display is sold and everyone else has had a last turn: the game is over.
result-tie-broken = { $player } wins with { $points } points: tied on points, but with the most cubes and coins ({ $goods }).

### What can be wrong with a table

problem-seats = whoever is asked, or a playing piece, is not where it can be
problem-parts = more has been built than there are parts, or nowhere, or by nobody
problem-goods = somebody owes goods, or a seat nobody sits at owns some
problem-tiles = worker tiles are missing, double, or in two places
problem-workers = a worker does not exist, or somebody has too few
problem-bonus-tiles = bonus tiles are missing, double, or on the wrong worker
problem-road = the road network has a loop or a gap, or intersects itself
problem-map = what stands on the map does not fit what has been built
problem-plots = the places for houses do not fit the streets
problem-houses = a triangle has two houses, or a house beside its bonus tile
problem-points = the points do not recount from what has been built
problem-end = the end does not fit the points and the display
problem-duty = what is to be done does not fit the table
problem-stop = what is to be done does not fit the space of the playing piece

### What can be wrong with a map

error-unsound-map = This map cannot be played on: { $problems }.
map-unreadable = the file cannot be read as a map: { $problem }
map-too-long = { $found } characters are too many; a map file can have { $most }
map-too-intricate = a map file has plain keys, quoted names and lists in lists: no dotted keys, no braces, nothing deeper
map-nameless = the map needs a name of letters, digits, dots, dashes or underscores
map-name-too-long = the name has { $found } letters; it can have { $most }
map-name-taken = the name “{ $name }” is that of the built-in map
map-too-many-rows = { $found } rows are too many; there can be { $most }
map-shifts = there are { $rows } rows but { $shifts } shifts
map-rows-do-not-interlock = rows { $above } and { $below } do not interlock: their shifts must differ by an odd number of half steps
map-too-few-vertices = { $found } corners are too few; { $least } are needed
map-too-many-vertices = { $found } corners are too many; there can be { $most }
map-missing-number = { $vertex } has no number
map-number-out-of-range = { $vertex } has the number { $number }; numbers go from 1 to 5
map-unknown-start = the start { $start } is not on the map
map-start-has-number = the start { $start } has the number { $number }; it must have 0
map-start-without-neighbours = no street can leave the start { $start }
map-disconnected = no street can reach { $vertex }
map-wrong-number-of-bushes = { $found } bushes instead of { $wanted }
map-bush-no-triangle = { $bush } is not a triangle of the map
map-bush-twice = { $bush } has two bushes
map-wrong-number-of-workers = { $found } worker tiles instead of { $wanted }
map-unreadable-worker = “{ $tile }” is not a worker tile; one is written like Q5L5

### Drawing

table-stone = stone
table-wood = wood
table-sand = sand
table-grain = grain
table-coin = coins
table-display = display
table-pile = draw pile { $count }
table-sections = streets
table-houses = houses
table-markets = markets
table-sacks = sacks
table-target = end at { $points } points
table-row = starting tiles
table-tile = to lay: { $tile }
table-plan = street: { $way }
table-offered = bonus: { $bushes }
table-moves = { $count ->
    [one] 1 move left
   *[other] { $count } moves left
}
table-last-turns = last turns: { $players }
table-workers = workers
table-mill = mill
table-board-of-works = works
table-trading-house = trading
table-legend-map = { $milestone } milestone  { $market } market  { $flour } market with flour  { $house } house  Q L S G C bonus tile
table-legend-board = { $castle } castle  { $cover } cover tile  { $bonus } bonus tile  +1 coin on arrival  +5 majorities now

# Themes of puzzles
theme-race = It is about the end of the game, and who is ready for it.
theme-flour = It is about flour for a marketplace.
theme-market = It is about building a marketplace.
theme-house = It is about building a house.
theme-street = It is about building a street section.
theme-hiring = It is about workers: whom to take, and where they stand.
theme-trading = It is about buying and selling goods.
theme-castle = It is about coming home to the castle, and whom to cover.
theme-harvest = It is about the way around the board: whom to visit, and whom to leave out.
