### What only the board says

board-milestones-map = La carte
board-milestones-board = Plateau ({ $player }) : { $workers } ; le pion est ici : { $place }
board-milestones-supply = Encore disponible
board-milestones-sell-first = Vendre : { $good } et…
board-milestones-lower = Compter des nombres plus bas en { $vertex }…
board-milestones-unseen = { $count ->
    [one] { $count } tuile travailleurs encore cachée
   *[other] { $count } tuiles travailleurs encore cachées
}
board-milestones-prices = Prix au comptoir
board-milestones-price-hire = acheter une tuile
board-milestones-price-buy = acheter un cube
board-milestones-price-sell = vendre { $cubes } cubes
board-milestones-majority = Majorité ({ $kinds }) : { $player } passe devant { $from }.
board-milestones-score = D’où viennent les points
board-milestones-score-now = Les points si la partie finissait ici
board-milestones-reconstruction = Carte et tuiles reconstituées

board-milestones-list = { $what } : { $list }
board-milestones-ends = une route peut continuer depuis
board-milestones-bonuses = tuiles bonus sur les buissons
board-milestones-numbers = nombres libres
board-milestones-covered = { $place } : recouverte
board-milestones-worker = { $place } : { $worker }
board-milestones-worker-bonus = { $place } : { $worker }, avec une tuile bonus
board-milestones-pawn = le pion est ici : { $place }
board-milestones-nobody = personne
