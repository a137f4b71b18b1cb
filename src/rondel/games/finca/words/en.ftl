### Parts

game-title = Finca
game-about = Harvest Mallorca’s fruit on the windmill and deliver it by donkey cart.

## One fruit, as a name

fruit-fig = fig
fruit-almond = almond
fruit-olive = olive
fruit-orange = orange
fruit-grape = grape
fruit-lemon = lemon
fruit-any = question mark

## A kind of fruit

fruits-fig = figs
fruits-almond = almonds
fruits-olive = olives
fruits-orange = oranges
fruits-grape = grapes
fruits-lemon = lemons
fruits-any = question marks

## So many, as the subject of a sentence or in a list

amount-fig = { $count ->
    [one] { $count } fig
   *[other] { $count } figs
}
amount-almond = { $count ->
    [one] { $count } almond
   *[other] { $count } almonds
}
amount-olive = { $count ->
    [one] { $count } olive
   *[other] { $count } olives
}
amount-orange = { $count ->
    [one] { $count } orange
   *[other] { $count } oranges
}
amount-grape = { $count ->
    [one] { $count } grape
   *[other] { $count } grapes
}
amount-lemon = { $count ->
    [one] { $count } lemon
   *[other] { $count } lemons
}
amount-any = { $count ->
    [one] { $count } question mark
   *[other] { $count } question marks
}
amount-cart = { $count ->
    [1] a cart
   *[other] { $count } carts
}

## So many, as what somebody takes or gives

object-fig = { amount-fig }
object-almond = { amount-almond }
object-olive = { amount-olive }
object-orange = { amount-orange }
object-grape = { amount-grape }
object-lemon = { amount-lemon }
object-cart = { amount-cart }

## Villages and tiles

village-arta = Artá
village-villafranca = Villafranca
village-son-severa = Son Severa
village-andratx = Andratx
village-palma = Palma
village-llucmajor = Llucmajor
village-campos = Campos
village-santanyi = Santanyí
village-alcudia = Alcúdia
village-inca = Inca

at-village = { $village } ({ $what })
tile-one-of-each = one of each fruit

action-wind = strong wind
action-gust = gust
action-large = large cart
action-less = one fruit less
action-wind-about = Make one move or two, with the same farmer or another.
action-gust-about = Put one of your farmers on any blade and take its fruits, but no cart.
action-large-about = Deliver up to 10 fruits without returning a cart.
action-less-about = Deliver with a cart and fill one tile of value 2 or more with one fruit fewer.

score-fruit-tiles = fruit tiles
score-finca-tiles = finca tiles
score-action-tiles = unused action tiles
score-bonus-tiles = bonus tiles
score-total = total

### What is expected

prompt-lay-blade = The windmill is being laid.
prompt-lay-finca = The finca tiles are being laid.
prompt-turn-up = New fruit tiles are being turned up.
prompt-over = The game is over.
prompt-place = { $farmers ->
    [one] { $player } must place the last farmer on a blade and take one of its fruits.
   *[other] { $player } must place a farmer on a blade and take one of its fruits ({ $farmers } left to place).
}
prompt-place-you = { $farmers ->
    [one] Your turn: place your last farmer on any blade and take one of its fruits.
   *[other] Your turn: place a farmer on any blade and take one of its fruits ({ $farmers } left to place).
}
prompt-turn = { $player } must move a farmer, deliver, or play an action tile.
prompt-turn-you = Your turn: move a farmer, deliver, or play an action tile.
prompt-turn-circles = { $player } must move a farmer, deliver, play an action tile, or end the game that only goes round.
prompt-turn-circles-you = Your turn: move a farmer, deliver, play an action tile, or end the game that only goes round.
prompt-move = { $moves ->
    [one] { $player } may make a second move by the strong wind, or stop.
   *[other] { $player } must make up to { $moves } moves by the strong wind.
}
prompt-move-you = { $moves ->
    [one] Make a second move by the strong wind, or stop here.
   *[other] Make up to { $moves } moves by the strong wind.
}
prompt-land = { $player } must set the lifted farmer down on a blade.
prompt-land-you = Set the lifted farmer down on any blade.
prompt-fill-first = { $player } is delivering up to { $room } fruits and has to fill at least one tile.
prompt-fill-first-you = Fill at least one tile; the cart takes up to { $room } fruits.
prompt-fill = { $room ->
    [0] { $player } is delivering; the cart is full.
    [one] { $player } is delivering; the cart can still take { $room } fruit.
   *[other] { $player } is delivering; the cart can still take { $room } fruits.
}
prompt-fill-you = { $room ->
    [0] The cart is full: end the delivery.
    [one] Fill a tile or end the delivery; the cart can still take { $room } fruit.
   *[other] Fill a tile or end the delivery; the cart can still take { $room } fruits.
}
prompt-fill-less = { $room ->
    [one] { $player } is delivering and still has to fill a tile with one fruit fewer; the cart can take { $room } more fruit.
   *[other] { $player } is delivering and still has to fill a tile with one fruit fewer; the cart can take { $room } more fruits.
}
prompt-fill-less-you = { $room ->
    [one] You still have to fill a tile with one fruit fewer; the cart can take { $room } more fruit.
   *[other] You still have to fill a tile with one fruit fewer; the cart can take { $room } more fruits.
}

### What a step would do

label-place = Place a farmer on blade { $blade }: take { $takes }
label-move = Move a farmer from blade { $from } to blade { $to }: take { $short ->
   *[none] { $takes }
    [fruit] { $takes }, after everybody returns this fruit
    [carts] { $takes }, after everybody returns their carts
    [both] { $takes }, after everybody returns this fruit and their carts
}
label-wind = Play the strong wind: up to { $moves } moves
label-gust = Play the gust: lift a farmer from blade { $blade }
label-land = Set the farmer down on blade { $blade }: take { $short ->
   *[none] { $takes }
    [fruit] { $takes }, after everybody returns this fruit
}
label-cart = Deliver with a cart: up to { $room } fruits
label-large = Play the large cart: deliver up to { $room } fruits
label-less = Play one fruit less: deliver up to { $room } fruits with a cart, leaving out one fruit of one tile
label-fill = { $value ->
    [one] Fill the tile at { $village }: { $fruits } for { $value } point
   *[other] Fill the tile at { $village }: { $fruits } for { $value } points
}
label-fill-any = Fill the question marks at { $village }: { $fruits } for { $value } points
label-fill-less = Fill the tile at { $village }, leaving out { $spared }: { $fruits } for { $value } points
label-done = End the delivery
label-stop = Leave it at one move
label-end = End the game: the farmers only go round
label-lay-blade = Blade { $blade } shows { $fruit }
label-lay-finca = Finca tile at { $village }: { $kinds }
label-turn-up = New tile at { $village }: { $tile }

### Why a step is not possible

why-no-farmer = None of your farmers stands on blade { $blade }.
why-tile-played = You have played this action tile already: { $tile }. Each works once.
why-no-cart = Delivering costs a cart, and you have none. A farmer who crosses a cart line brings one.
why-nothing-to-fill = You have the fruits for none of the visible tiles.
why-nothing-to-spare = There is no tile of value 2 or more that you could fill with one fruit fewer.
why-village-filled = A delivery takes at most one tile from each village.
why-village-empty = { $village } has no tile left.
why-lacking = The tile at { $village } has to be filled exactly. You still need: { $fruits }.
why-lacking-any = The tile at { $village } wants { $count } fruits of one kind; you have at most { $most } of any.
why-no-room = The tile at { $village } takes { $value } fruits, and there is room for { $room } only.
why-discount-lost = Then no tile would be left to fill with one fruit fewer, and that has to be done.

### What happened

event-windmill-laid = The windmill is laid, clockwise from blade 0: { $fruits }.
event-fincas-laid = The finca tiles are laid: { $fincas }.
event-tiles-dealt = The villages turn up their first tiles: { $tiles }.
event-begins = { $player } begins.
event-place = { $player } places a farmer on blade { $blade } and takes { $takes }.
event-move = { $player } moves a farmer from blade { $from } to blade { $to } and takes { $takes }.
event-fruit-short = { $left ->
    [0] Short supply: { $owed } owed, none left. Everybody returns theirs: { $returns }.
   *[other] Short supply: { $owed } owed, { $left } left. Everybody returns theirs: { $returns }.
}
event-carts-short = { $left ->
    [0] Too few carts: { $owed } owed, none left. Everybody returns theirs: { $returns }.
   *[other] Too few carts: { $owed } owed, { $left } left. Everybody returns theirs: { $returns }.
}
returned = { $amount } ({ $player })
event-wind = { $player } plays the strong wind: up to { $moves } moves.
event-gust = { $player } plays the gust and lifts a farmer from blade { $blade }.
event-land = { $player } sets the farmer down on blade { $blade } and takes { $takes }.
event-cart = { $player } returns a cart to deliver up to { $room } fruits.
event-large = { $player } plays the large cart to deliver up to { $room } fruits.
event-less = { $player } plays one fruit less and returns a cart to deliver up to { $room } fruits.
event-fill = { $player } delivers { $fruits } to { $village } and takes the tile of value { $value }.
event-fill-any = { $player } delivers { $fruits } for the question marks at { $village } and takes the tile of value { $value }.
event-fill-less = { $player } delivers { $fruits } to { $village }, leaving out { $spared }, and takes the tile of value { $value }.
event-done = { $player } ends the delivery.
event-stop = { $player } leaves it at one move.
event-end = { $player } ends the game, for nothing has changed but fruits in ten rounds.
event-finca-won = { $player } has the majority at { $village } ({ $kinds }: { $fruits }) and wins the finca tile: { $points } points.
event-finca-tied = The majority at { $village } ({ $kinds }) is tied: the finca tile goes to the box.
event-wooden-finca = { $left ->
    [0] The last wooden finca is placed at { $village }.
   *[other] A wooden finca is placed at { $village }; { $left } left.
}
event-no-wooden-finca = { $village } is empty too, but no wooden finca is left for it.
event-bonus = { $player } completes a set of the values 1 to 6 and takes the bonus tile: { $points } points.
event-set-unpaid = { $player } completes a set of the values 1 to 6, but no bonus tile is left.
event-turn-up = { $village } turns up a new tile: { $tile }.

### How it ends

end-last-finca = The last wooden finca stands: the game is over.
end-going-round = The farmers only go round and round: the game is over.
result-tie-broken = { $player } wins with { $points } points: tied on points, but with the most fruits left ({ $fruits }).

### What can be wrong with a table

problem-seats = whose turn it is does not fit the players
problem-blades = the blades are not those of the windmill
problem-farmers = farmers are missing or too many
problem-fruits = fruits are missing or too many
problem-carts = carts are missing or too many
problem-tiles = fruit tiles are missing, doubled or in two places
problem-collections = the counts of collected tiles do not match the tiles
problem-villages = a village shows a tile it should not, or none where it should
problem-fincas = finca tiles or wooden fincas do not match the villages
problem-bonuses = bonus tiles do not match the collected sets
problem-action-tiles = somebody holds an action tile that does not exist
problem-duty = what is to be done does not fit the table

### Drawing

table-fig = fig
table-almond = almond
table-olive = olive
table-orange = orange
table-grape = grape
table-lemon = lemon
table-any = ?
table-one-of-each = one of each
table-wind = wind
table-gust = gust
table-large = large
table-less = less
table-supply = supply
table-finca = finca
table-fincas = fincas
table-bonus = bonus
table-room = { $count ->
    [0] the cart is full
    [one] room for 1 fruit
   *[other] room for { $count } fruits
}
table-moves = { $count ->
    [one] 1 move left
   *[other] { $count } moves left
}
table-waiting = to place: { $farmers }
table-tied = tied
table-legend = { $cart } cart  { $line } cart line  { $pile } tiles left  { $finca } finca  ? any one kind  { $mark }3 printed fruits

# Themes of puzzles
theme-finca = It is about a finca tile, and who has the majority.
theme-bonus = It is about a set of the values 1 to 6.
theme-shortage = It is about short supply: who returns what.
theme-special = It is about playing an action tile at the right moment.
theme-delivery = It is about a delivery: which tiles, and when.
theme-harvest = It is about where the farmers stand: what they harvest, and what they leave to others.
theme-placing = It is about where a farmer begins.
