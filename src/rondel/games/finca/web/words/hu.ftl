### What only the board says

board-finca-board = A szélmalom és a sziget
board-finca-blade = { $blade }. vitorla, { $fruit }: { $farmers }
board-finca-farmers = { $player } { $count }
board-finca-nobody = senki
board-finca-village = { $count ->
    [one] { $village }: { $tile }; az utolsó lapka.
   *[other] { $village }: { $tile }; { $count } lapka maradt.
}
board-finca-village-empty = { $village }: nincs lapka.
board-finca-finca = Fincalapka ({ $kinds }): { $count } pont.
board-finca-supply = Készlet: { $fruits }
board-finca-centre = { $count } kordé középen
board-finca-carts = { $count } kordé
board-finca-bonus = Bónuszlapkák: { $values }
board-finca-wood = { $count } fafinca maradt
board-finca-unseen = Még nem látott lapkák: { $count }
board-finca-fruit-short = Előbb mindenki visszaadja ezt a gyümölcsöt!
board-finca-carts-short = Előbb mindenki visszaadja a kordéit!
board-finca-done = Kész
board-finca-stop = Elég egy mozgatás
board-finca-end = A játék befejezése
board-finca-spends = { $tile } felhasználva −{ $points }, lapka +{ $value }
board-finca-lift = Melyik gazdát emeled fel?
board-finca-area = { $player } előtt
board-finca-tiles = Gyümölcslapkák: { $tiles }
board-finca-of-value = { $value } értékű: { $count }
board-finca-played = { $tile }: kijátszva
board-finca-printed = Lapkákra nyomott gyümölcsök:

board-finca-mill = A szélmalom
board-finca-island = A sziget
board-finca-lines = Kordé jár, ha egy gazda túllép ezeken a vitorlákon: { $blades }
