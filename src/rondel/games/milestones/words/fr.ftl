### Parts

game-title = Milestones
game-about = Embauchez des travailleurs, tracez des routes et construisez-y marchés et maisons.

edition-note = Sont reconstitués : { $parts }. Qui possède le jeu peut saisir les vraies données dans un fichier de carte.
edition-numbers = les nombres de la carte
edition-bushes = la place des buissons
edition-workers = les tuiles travailleurs

## Kinds of workers

kind-quarryman = carrier
kind-lumberjack = bûcheron
kind-sand-worker = ouvrier de sablière
kind-grain-grower = paysan
kind-coiner = monnayeur
kinds-quarryman = carriers
kinds-lumberjack = bûcherons
kinds-sand-worker = ouvriers de sablière
kinds-grain-grower = paysans
kinds-coiner = monnayeurs

## Goods, workers and tiles in a list or as the subject of a sentence

good-stone = pierre
good-wood = bois
good-sand = sable
good-grain = blé
good-coin = pièces
subject-stone = { $count ->
    [one] { $count } cube de pierre
   *[other] { $count } cubes de pierre
}
subject-wood = { $count ->
    [one] { $count } cube de bois
   *[other] { $count } cubes de bois
}
subject-sand = { $count ->
    [one] { $count } cube de sable
   *[other] { $count } cubes de sable
}
subject-grain = { $count ->
    [one] { $count } cube de blé
   *[other] { $count } cubes de blé
}
subject-coin = { $count ->
    [one] { $count } pièce
   *[other] { $count } pièces
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
object-quarryman = le { subject-quarryman }
object-lumberjack = le { subject-lumberjack }
object-sand-worker = l’{ subject-sand-worker }
object-grain-grower = le { subject-grain-grower }
object-coiner = le { subject-coiner }
object-tile = { $left } et { $right }

## Spaces, parts and points

stop-castle = château
stop-space = case { $space }
stop-trading-house = comptoir
stop-board-of-works = guilde des bâtisseurs
stop-mill = moulin
part-street = tronçon
part-house = maison
part-market = marché
part-sack = sac de farine
parts-sections = tronçons
parts-houses = maisons
parts-markets = marchés
parts-sacks = sacs de farine
tiles-at = { $kind } ({ $bushes })
score-streets = tronçons
score-houses = maisons
score-markets = marchés
score-sacks = sacs de farine
score-bonus-tiles = tuiles bonus prises
score-bonus-workers = travailleurs à tuile bonus
score-majorities = majorités
score-total = total

### What is expected

prompt-bonus = On pose les tuiles bonus sur les buissons.
prompt-turn-up = On révèle des tuiles travailleurs.
prompt-refill = On complète l’offre.
prompt-over = La partie est terminée.
prompt-draft = { $player } doit prendre une des tuiles de départ.
prompt-draft-you = À vous : prenez une des tuiles de départ.
prompt-lay-first = { $player } doit poser la tuile sur deux cases de travail vides.
prompt-lay-first-you = Posez la tuile sur deux cases de travail vides de votre plateau.
prompt-move = { $moves ->
    [1] { $player } doit faire son second déplacement.
   *[other] { $player } doit faire son premier déplacement.
}
prompt-move-you = { $moves ->
    [1] Déplacez votre pion une seconde fois.
   *[other] À vous : faites votre premier déplacement.
}
prompt-trade = { $player } est au comptoir et peut embaucher, acheter et vendre.
prompt-trade-you = Vous êtes au comptoir : achetez une tuile, achetez ou vendez des cubes, ou terminez.
prompt-trade-hired = { $player } est au comptoir, vient d’acheter une tuile et peut encore acheter et vendre.
prompt-trade-hired-you = Vous avez embauché : achetez ou vendez des cubes, ou terminez.
prompt-lay = { $player } doit poser la tuile achetée.
prompt-lay-you = Posez la tuile achetée sur deux cases de travail voisines, même sur des cases déjà occupées.
prompt-works = { $player } est à la guilde des bâtisseurs et peut construire.
prompt-works-you = Vous êtes à la guilde des bâtisseurs : construisez ou terminez.
prompt-via = { $player } doit choisir où va le jalon du tronçon.
prompt-via-you = Où va le jalon du tronçon ?
prompt-to = { $player } doit choisir où finit le tronçon.
prompt-to-you = Où finit le tronçon ?
prompt-take = { $player } peut prendre une tuile bonus.
prompt-take-you = Prenez une tuile bonus pour un de vos travailleurs, ou laissez-la.
prompt-take-house = { $player } doit prendre la tuile bonus de la maison.
prompt-take-house-you = Quel travailleur reçoit la tuile bonus de la maison ?
prompt-mill = { $player } est au moulin et peut alimenter les marchés en farine.
prompt-mill-you = Vous êtes au moulin : alimentez un marché en farine ou terminez.
prompt-discard = { $player } est au château et doit remettre des cubes ou des pièces dans la réserve ({ $discards }).
prompt-discard-you = Vous êtes au château : remettez des cubes ou des pièces dans la réserve ({ $discards }).
prompt-cover = { $player } est au château et doit recouvrir un travailleur.
prompt-cover-you = Vous êtes au château : recouvrez un de vos travailleurs.

### What a step would do

scored = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
opening = { $bonuses ->
    [0] { "" }
    [one] , et une tuile bonus à prendre : { $tiles }
   *[other] , et des tuiles bonus à prendre : { $tiles }
}
losing = { $bonuses ->
    [0] { "" }
    [one] {" "}; une tuile bonus est retirée du jeu : { $tiles }
   *[other] {" "}; des tuiles bonus sont retirées du jeu : { $tiles }
}
label-draft = Prendre la tuile { $tile }
label-lay = Poser la tuile sur les cases { $space } et { $next }
label-lay-over = Poser la tuile sur les cases { $space } et { $next } ; recouverts : { $workers }{ losing }
label-go-castle = { $covers ->
    [yes] Rentrer au château : { $discards ->
        [0] recouvrir un travailleur
       *[other] remettre { $discards } en réserve, recouvrir un travailleur
    }
   *[no] Rentrer au château : { $discards ->
        [0] rien à y laisser
       *[other] remettre { $discards } en réserve
    }
}
label-go-worker = Aller à la case { $space } ({ $worker }) : { $gains }
label-go-empty = Aller à la case { $space }, qui est vide
label-go-covered = Aller à la case { $space }, qui est recouverte
label-go-trading-house = Aller au comptoir{ $coins ->
    [0] { "" }
   *[other] {" "}: { $coins } pièce, car les nombres sont en ordre croissant
}{ $awaits ->
    [nothing] {" "}; rien à acheter ni à vendre
   *[something] { "" }
}
label-go-board-of-works = Aller à la guilde des bâtisseurs{ $awaits ->
    [nothing] {" "}; rien pour construire
   *[something] { "" }
}
label-go-mill = Aller au moulin{ $awaits ->
    [nothing] {" "}; aucun marché à alimenter
   *[something] { "" }
}
label-hire = Acheter la tuile { $tile } pour { $pays }
label-buy = Acheter { $gains } pour { $pays }
label-sell = Vendre { $pays } pour { $gains }
label-done-trading-house = Terminer le commerce
label-done-board-of-works = Terminer la construction
label-done-mill = Terminer
label-street = Commencer un tronçon en { $vertex }
label-via = Jalon en { $vertex } : { scored }{ opening }
label-to = Tronçon { $start } – { $milestone } – { $end } : { scored }{ opening }
label-house = Maison en { $triangle } : { scored }{ opening }
label-market = Marché en { $vertex } : { scored }{ opening }
label-take = Prendre la tuile bonus en { $bush } pour la case { $space } ({ $worker }) : { scored }
label-leave = { $bonuses ->
    [one] Laisser la tuile bonus : { $tiles }
   *[other] Laisser les tuiles bonus : { $tiles }
}
label-sack = Sac de farine en { $vertex } pour { $pays } : { scored } et { $gains }
label-sack-for = Sac de farine en { $vertex } pour { $pays }, pour des nombres plus bas : { scored } et { $gains }
label-discard = Remettre { $pays } dans la réserve
label-cover = Recouvrir la case { $space } ({ $workers }){ losing }
label-lay-bonus = Tuile bonus suivante : { $kind }
label-turn-up = Tuile travailleurs suivante : { $tile }

### Why a step is not possible

why-castle-twice = On ne va pas du château au château en un seul déplacement.
why-clockwise = Le pion n’avance que dans le sens horaire, et un déplacement ne dépasse jamais le château.
why-hired = Au comptoir, on n’achète qu’une tuile par visite.
why-not-displayed = Cette tuile n’est pas dans l’offre.
why-coins = Cela coûte { $price } ; vous avez { $coins }.
why-nothing-to-sell = Vous ne pouvez vendre que deux cubes que vous possédez.
why-trading-house = On embauche, on achète et on vend au comptoir.
why-price-street = Un tronçon coûte { $price }. Il vous manque : { $lacks }.
why-price-house = Une maison coûte { $price }. Il vous manque : { $lacks }.
why-price-market = Un marché coûte { $price }. Il vous manque : { $lacks }.
why-price-sack = Un sac de farine coûte { $price }. Il vous manque : { $lacks }.
why-used-up = La réserve est épuisée : { $parts }.
why-street-start = Un tronçon part d’un marché ou de l’extrémité d’une route.
why-street-room = Aucun tronçon ne peut partir de { $vertex } : il faut deux nombres de suite hors du réseau routier.
why-milestone-place = Le jalon va sur un nombre voisin hors du réseau routier, suivi d’un autre nombre hors du réseau.
why-street-end = Un tronçon finit sur un nombre voisin de son jalon, hors du réseau routier.
why-board-of-works = On construit routes, maisons et marchés à la guilde des bâtisseurs.
why-house-there = Il y a déjà une maison sur ce triangle.
why-house-street = Une maison demande une route le long d’au moins un côté de son triangle.
why-house-bonus = Sur un triangle à tuile bonus, une maison demande un travailleur visible de ce type sans tuile bonus.
why-market-place = Un marché va sur un nombre libre du réseau routier.
why-bonus-worker = Une tuile bonus demande un travailleur visible de son type qui n’en a pas encore.
why-bonus-tile = On prend une tuile bonus en construisant à côté.
why-must-take = Une maison prend la tuile bonus de son triangle ; on ne peut pas la laisser.
why-no-market = La farine va à un marché, et il n’y en a pas ici.
why-sack-there = Ce marché a déjà sa farine.
why-lower-numbers = Aucune paire de nombres libres à côté de ce marché n’a cette somme.
why-mill = On alimente les marchés en farine au moulin.
why-no-worker = Il n’y a pas de travailleur visible sur la case { $space }.
why-castle = On recouvre les travailleurs et on remet les cubes et les pièces au château.
why-nothing-to-return = Vous n’en avez pas à remettre.
why-not-empty = Les deux premières tuiles vont sur des cases vides.

### What happened

event-bonus-tiles = Les tuiles bonus sont sur les buissons : { $tiles }.
event-display = L’offre : { $tiles }.
event-starting-row = Les tuiles de départ : { $tiles }.
event-first-draft = { $player } choisit en premier parmi les tuiles de départ.
event-draft = { $player } prend { $tile } parmi les tuiles de départ.
event-lay = { $player } pose la tuile sur les cases { $space } et { $next }.
event-lay-over = { $player } pose la tuile sur les cases { $space } et { $next } et recouvre { $workers }.
event-left-over = La dernière des tuiles de départ va dans la boîte : { $tile }.
event-begins = { $player } commence.
event-go-castle = { $player } rentre au château.
event-go-worker = { $player } va à la case { $space } ({ $worker }) et prend { $gains }.
event-go-empty = { $player } va à la case { $space }, qui est vide.
event-go-covered = { $player } va à la case { $space }, qui est recouverte.
event-go-trading-house = { $awaits ->
    [nothing] { $player } va au comptoir et n’a rien à acheter ni à vendre.
   *[something] { $player } va au comptoir.
}
event-go-board-of-works = { $awaits ->
    [nothing] { $player } va à la guilde des bâtisseurs et n’a pas de quoi construire.
   *[something] { $player } va à la guilde des bâtisseurs.
}
event-go-mill = { $awaits ->
    [nothing] { $player } va au moulin et n’a aucun marché à alimenter.
   *[something] { $player } va au moulin.
}
event-bonus-workers = { $points ->
    [one] Un travailleur à tuile bonus rapporte { $points } point à { $player }.
   *[other] Des travailleurs à tuile bonus rapportent { $points } points à { $player }.
}
event-ascending = Chez { $player }, les nombres des travailleurs sont en ordre croissant : { $gains }.
event-hire = { $player } embauche { $tile } pour { $pays }.
event-turn-up = Nouveau dans l’offre : { $tile }.
event-pile-empty = La pioche est vide.
event-buy = { $player } achète { $gains } pour { $pays }.
event-sell = { $player } vend { $pays } pour { $gains }.
event-done-trading-house = { $player } termine son commerce.
event-done-board-of-works = { $player } termine sa construction.
event-done-mill = { $player } termine au moulin.
event-street = { $player } prévoit un tronçon à partir de { $vertex }.
event-via = { $player } en prévoit le jalon en { $vertex }.
event-to = { $player } construit le tronçon { $start } – { $milestone } – { $end } : { scored }.
event-house = { $player } construit une maison en { $triangle } : { scored }.
event-market = { $player } construit un marché en { $vertex } : { scored }.
event-take = { $player } prend la tuile bonus en { $bush } pour la case { $space } ({ $worker }) : { scored }.
event-leave = { $bonuses ->
    [one] { $player } laisse la tuile bonus : { $tiles }.
   *[other] { $player } laisse les tuiles bonus : { $tiles }.
}
event-sack = { $player } alimente le marché en { $vertex } pour { $pays } : { scored } et { $gains }.
event-sack-for = { $player } alimente le marché en { $vertex } pour { $pays } et compte des nombres plus bas : { scored } et { $gains }.
event-discard = { $player } remet { $pays } dans la réserve.
event-cover = { $player } recouvre { $workers } sur la case { $space }.
event-bonus-lost = { $bonuses ->
    [one] Une tuile bonus est retirée du jeu : { $tiles }.
   *[other] Des tuiles bonus sont retirées du jeu : { $tiles }.
}
event-none-covered = { $player } n’a que { $workers } travailleurs visibles et n’en recouvre aucun.
event-last-sections = C’était le dernier tronçon.
event-last-houses = C’était la dernière maison.
event-last-markets = C’était le dernier marché.
event-last-sacks = C’était le dernier sac de farine.
event-end-target = { $player } a { $points } points et déclenche la fin de la partie.
event-end-last-tile = { $player } a acheté la dernière tuile de l’offre et déclenche la fin de la partie.
event-last-turns = { $count ->
    [one] Encore un dernier tour pour { $players }.
   *[other] Encore un dernier tour chacun pour { $players }.
}
event-last-turn = { $player } joue son dernier tour.

### How it ends

event-majority = { $player } a la majorité chez les { $kinds } ({ $strength }) : { scored }.
event-majority-tied = { $players } se partagent la majorité chez les { $kinds } ({ $strength }) : { scored } chacun.
event-majority-none = Égalité générale pour les { $kinds } : aucun point.
end-target = Le score cible est atteint et tous les autres ont joué leur dernier tour : la partie est terminée.
end-last-tile = La dernière tuile de l’offre est vendue et tous les autres ont joué leur dernier tour : la partie est terminée.
result-tie-broken = { $player } gagne avec { $points } points : égalité aux points, mais le plus de cubes et de pièces ({ $goods }).

### What can be wrong with a table

problem-seats = le joueur dont c’est le tour, ou un pion, n’est pas à sa place
problem-parts = il y a plus de constructions que de matériel, ou des constructions sans lieu ou sans auteur
problem-goods = quelqu’un a un nombre négatif de marchandises, ou une place vide en possède
problem-tiles = des tuiles travailleurs manquent, sont en double ou à deux endroits
problem-workers = un travailleur n’existe pas, ou quelqu’un en a trop peu
problem-bonus-tiles = des tuiles bonus manquent, sont en double ou sur le mauvais travailleur
problem-road = le réseau routier a une boucle, se coupe ou a un trou
problem-map = ce qui se trouve sur la carte ne correspond pas aux constructions
problem-plots = les terrains à bâtir ne correspondent pas aux routes
problem-houses = un triangle a deux maisons, ou une maison et encore sa tuile bonus
problem-points = les points ne correspondent pas aux constructions
problem-end = la fin ne correspond pas aux points et à l’offre
problem-duty = ce qui est à faire ne correspond pas à la table
problem-stop = ce qui est à faire ne correspond pas à la case du pion

### What can be wrong with a map

error-unsound-map = On ne peut pas jouer sur cette carte : { $problems }.
map-unreadable = le fichier n’est pas une carte lisible : { $problem }
map-too-long = { $found } caractères, c’est trop ; un fichier de carte peut en avoir { $most }
map-too-intricate = un fichier de carte a des clés simples, des noms entre guillemets et des listes de listes : ni clés à points, ni accolades, rien de plus profond
map-nameless = il faut à la carte un nom fait de lettres, chiffres, points, tirets ou soulignés
map-name-too-long = le nom a { $found } lettres ; il peut en avoir { $most }
map-name-taken = « { $name } » est le nom de la carte fournie
map-too-many-rows = { $found } rangées, c’est trop ; il peut y en avoir { $most }
map-shifts = il y a { $rows } rangées mais { $shifts } décalages
map-rows-do-not-interlock = les rangées { $above } et { $below } ne s’emboîtent pas : leurs décalages doivent différer d’un nombre impair de demi-pas
map-too-few-vertices = { $found } sommets, c’est trop peu ; il en faut { $least }
map-too-many-vertices = { $found } sommets, c’est trop ; il peut y en avoir { $most }
map-missing-number = { $vertex } n’a pas de nombre
map-number-out-of-range = { $vertex } porte le nombre { $number } ; les nombres vont de 1 à 5
map-unknown-start = le départ { $start } n’est pas sur la carte
map-start-has-number = le départ { $start } porte le nombre { $number } ; ce doit être 0
map-start-without-neighbours = aucune route ne peut quitter le départ { $start }
map-disconnected = aucune route ne peut atteindre { $vertex }
map-wrong-number-of-bushes = { $found } buissons au lieu de { $wanted }
map-bush-no-triangle = { $bush } n’est pas un triangle de la carte
map-bush-twice = { $bush } a deux buissons
map-wrong-number-of-workers = { $found } tuiles travailleurs au lieu de { $wanted }
map-unreadable-worker = « { $tile } » n’est pas une tuile travailleurs ; on écrit par exemple Q5L5

### Drawing

table-stone = pierre
table-wood = bois
table-sand = sable
table-grain = blé
table-coin = pièce
table-display = offre
table-pile = pioche { $count }
table-sections = tronçons
table-houses = maisons
table-markets = marchés
table-sacks = sacs
table-target = fin à { $points } points
table-row = tuiles de départ
table-tile = à poser : { $tile }
table-plan = tronçon : { $way }
table-offered = bonus : { $bushes }
table-moves = { $count ->
    [one] encore { $count } déplacement
   *[other] encore { $count } déplacements
}
table-last-turns = derniers tours : { $players }
table-workers = travailleurs
table-mill = moulin
table-board-of-works = guilde
table-trading-house = comptoir
table-legend-map = { $milestone } jalon  { $market } marché  { $flour } marché avec farine  { $house } maison  Q L S G C tuile bonus
table-legend-board = { $castle } château  { $cover } recouvert  { $bonus } tuile bonus  +1 pièce en arrivant  +5 majorités

# Thèmes des problèmes
theme-race = Il s’agit de la fin de la partie, et de qui y est prêt.
theme-flour = Il s’agit de farine pour un marché.
theme-market = Il s’agit de construire un marché.
theme-house = Il s’agit de construire une maison.
theme-street = Il s’agit de construire un tronçon.
theme-hiring = Il s’agit des travailleurs : qui embaucher, et où les placer.
theme-trading = Il s’agit d’acheter et de vendre des marchandises.
theme-castle = Il s’agit de rentrer au château, et de qui recouvrir.
theme-harvest = Il s’agit du chemin autour du plateau : chez qui s’arrêter, et devant qui passer.
