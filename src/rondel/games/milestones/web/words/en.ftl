### What only the board says

board-milestones-map = The map
board-milestones-board = Board of { $player }: { $workers }; the playing piece is here: { $place }
board-milestones-supply = Left to build
board-milestones-sell-first = Sell { $good } together with…
board-milestones-lower = Count lower numbers on { $vertex }…
board-milestones-unseen = { $count ->
    [one] { $count } worker tile still unseen
   *[other] { $count } worker tiles still unseen
}
board-milestones-prices = Prices at the trading house
board-milestones-price-hire = buy a tile
board-milestones-price-buy = buy a cube
board-milestones-price-sell = sell { $cubes } cubes
board-milestones-majority = { $player } takes the majority of { $kinds } from { $from }.
board-milestones-score = How the points are made
board-milestones-score-now = The points if the game ended here
board-milestones-reconstruction = Map and tiles are a reconstruction

board-milestones-list = { $what }: { $list }
board-milestones-ends = a street can go on from
board-milestones-bonuses = bonus tiles on bushes
board-milestones-numbers = uncovered numbers
board-milestones-covered = { $place }: covered
board-milestones-worker = { $place }: { $worker }
board-milestones-worker-bonus = { $place }: { $worker }, with a bonus tile
board-milestones-pawn = the playing piece is here: { $place }
board-milestones-nobody = nobody
