### What only the board says

board-milestones-map = A térkép
board-milestones-board = { $player } táblája: { $workers }; a figura itt áll: { $place }
board-milestones-supply = Még megépíthető
board-milestones-sell-first = Eladás: { $good } és…
board-milestones-lower = Kisebb számok választása: { $vertex }…
board-milestones-unseen = { $count ->
   *[other] { $count } munkáslapka még ismeretlen
}
board-milestones-prices = Árak a kereskedőházban
board-milestones-price-hire = lapka megvétele
board-milestones-price-buy = kocka vétele
board-milestones-price-sell = { $cubes } kocka eladása
board-milestones-majority = Többség ({ $kinds }): { $from } helyett most { $player } vezet.
board-milestones-score = Miből állnak a pontok
board-milestones-score-now = A pontok, ha itt érne véget a játék
board-milestones-reconstruction = Rekonstruált térkép és lapkák

board-milestones-list = { $what }: { $list }
board-milestones-ends = út folytatható innen
board-milestones-bonuses = bónuszlapkák a bokrokon
board-milestones-numbers = szabad számok
board-milestones-covered = { $place }: letakarva
board-milestones-worker = { $place }: { $worker }
board-milestones-worker-bonus = { $place }: { $worker }, bónuszlapkával
board-milestones-pawn = a figura itt áll: { $place }
board-milestones-nobody = senki
