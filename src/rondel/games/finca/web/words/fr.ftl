### What only the board says

board-finca-board = Le moulin et l’île
board-finca-blade = Aile { $blade }, { $fruit } : { $farmers }
board-finca-farmers = { $player } { $count }
board-finca-nobody = personne
board-finca-village = { $count ->
    [one] { $village } : { $tile } ; dernière tuile.
   *[other] { $village } : { $tile } ; il reste { $count } tuiles.
}
board-finca-village-empty = { $village } : aucune tuile.
board-finca-finca = Tuile finca pour { $kinds } : { $count } points.
board-finca-supply = Réserve : { $fruits }
board-finca-centre = { $count ->
    [one] { $count } charrette au centre
   *[other] { $count } charrettes au centre
}
board-finca-carts = { $count ->
    [one] { $count } charrette
   *[other] { $count } charrettes
}
board-finca-bonus = Tuiles bonus : { $values }
board-finca-wood = { $count ->
    [one] Il reste { $count } finca en bois
   *[other] Il reste { $count } fincas en bois
}
board-finca-unseen = Tuiles cachées : { $count }
board-finca-fruit-short = Chacun rend d’abord ce fruit !
board-finca-carts-short = Chacun rend d’abord ses charrettes !
board-finca-done = Terminer
board-finca-stop = Un seul déplacement
board-finca-end = Finir la partie
board-finca-spends = tuile { $tile } utilisée −{ $points }, tuile fruits +{ $value }
board-finca-lift = Quel paysan est soulevé ?
board-finca-area = Devant { $player }
board-finca-tiles = Tuiles fruits : { $tiles }
board-finca-of-value = { $count } de valeur { $value }
board-finca-played = { $tile } : jouée
board-finca-printed = Fruits imprimés :

board-finca-mill = Le moulin
board-finca-island = L’île
board-finca-lines = Une charrette pour qui dépasse une de ces ailes : { $blades }
