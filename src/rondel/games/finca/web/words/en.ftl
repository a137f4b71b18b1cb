### What only the board says

board-finca-board = The windmill and the island
board-finca-blade = Blade { $blade }, { $fruit }: { $farmers }
board-finca-farmers = { $player } { $count }
board-finca-nobody = nobody
board-finca-village = { $count ->
    [one] { $village }: { $tile }; the last tile.
   *[other] { $village }: { $tile }; { $count } tiles left.
}
board-finca-village-empty = { $village }: no tile.
board-finca-finca = Finca tile for { $kinds }: { $count } points.
board-finca-supply = Supply: { $fruits }
board-finca-centre = { $count ->
    [one] { $count } cart in the centre
   *[other] { $count } carts in the centre
}
board-finca-carts = { $count ->
    [one] { $count } cart
   *[other] { $count } carts
}
board-finca-bonus = Bonus tiles: { $values }
board-finca-wood = { $count ->
    [one] { $count } wooden finca left
   *[other] { $count } wooden fincas left
}
board-finca-unseen = Unseen tiles: { $count }
board-finca-fruit-short = Everybody first returns this fruit!
board-finca-carts-short = Everybody first returns their carts!
board-finca-done = Done
board-finca-stop = Leave it at one move
board-finca-end = End the game
board-finca-spends = { $tile } spent −{ $points }, tile +{ $value }
board-finca-lift = Which farmer is lifted?
board-finca-area = In front of { $player }
board-finca-tiles = Fruit tiles: { $tiles }
board-finca-of-value = { $count } of value { $value }
board-finca-played = { $tile }: played
board-finca-printed = Printed fruits:

board-finca-mill = The windmill
board-finca-island = The island
board-finca-lines = A cart is won by passing beyond these blades: { $blades }
