### Parts

game-title = Milestones
game-about = Embauchez des ouvriers, tracez des routes à travers la campagne, bâtissez marchés et maisons au bord.

edition-note = Ce n’est pas le jeu imprimé mais une reconstitution, conforme à tout ce que l’on en sait : { $parts }. Qui possède le jeu peut saisir les vraies données dans un fichier de carte.
edition-numbers = les nombres de la carte
edition-bushes = la place des buissons
edition-workers = les tuiles ouvriers

## Kinds of workers

kind-quarryman = carrier
kind-lumberjack = bûcheron
kind-sand-worker = sablonnier
kind-grain-grower = cultivateur
kind-coiner = monnayeur
kinds-quarryman = carriers
kinds-lumberjack = bûcherons
kinds-sand-worker = sablonniers
kinds-grain-grower = cultivateurs
kinds-coiner = monnayeurs

## Goods, workers and tiles in a list or as the subject of a sentence

good-stone = pierre
good-wood = bois
good-sand = sable
good-grain = blé
good-coin = pièces
subject-stone = { $count ->
    [one] { $count } pierre
   *[other] { $count } pierres
}
subject-wood = { $count } bois
subject-sand = { $count ->
    [one] { $count } sable
   *[other] { $count } sables
}
subject-grain = { $count ->
    [one] { $count } blé
   *[other] { $count } blés
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
object-sand-worker = le { subject-sand-worker }
object-grain-grower = le { subject-grain-grower }
object-coiner = le { subject-coiner }
object-tile = { $left } et { $right }

## Spaces, parts and points

stop-castle = château
stop-space = poste { $space }
stop-trading-house = comptoir
stop-board-of-works = bureau des travaux
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
score-bonus-workers = ouvriers à tuile bonus
score-majorities = majorités
score-total = total

### What is expected

prompt-bonus = On pose les tuiles bonus sur les buissons.
prompt-turn-up = On révèle des tuiles ouvriers.
prompt-refill = On complète l’étalage.
prompt-over = La partie est terminée.
prompt-draft = { $player } doit prendre une tuile de la rangée de départ.
prompt-draft-you = À vous : prenez une tuile de la rangée de départ.
prompt-lay-first = { $player } doit poser la tuile sur deux postes vides.
prompt-lay-first-you = Posez la tuile sur deux postes vides de votre plateau.
prompt-move = { $moves ->
    [1] { $player } doit faire son second déplacement.
   *[other] { $player } doit faire le premier de { $moves } déplacements.
}
prompt-move-you = { $moves ->
    [1] Avancez votre pion une seconde fois.
   *[other] À vous : avancez votre pion, pour le premier de { $moves } déplacements.
}
prompt-trade = { $player } est au comptoir et peut embaucher, acheter et vendre.
prompt-trade-you = Vous êtes au comptoir : embauchez une tuile, achetez, vendez ou repartez.
prompt-trade-hired = { $player } est au comptoir, vient d’embaucher et peut encore acheter et vendre.
prompt-trade-hired-you = Vous avez embauché : achetez, vendez ou repartez.
prompt-lay = { $player } doit poser la tuile embauchée.
prompt-lay-you = Posez la tuile embauchée sur deux postes voisins, par-dessus n’importe quoi.
prompt-works = { $player } est au bureau des travaux et peut construire.
prompt-works-you = Vous êtes au bureau des travaux : construisez ou repartez.
prompt-via = { $player } doit choisir où va la borne du tronçon.
prompt-via-you = Où va la borne du tronçon ?
prompt-to = { $player } doit choisir où finit le tronçon.
prompt-to-you = Où finit le tronçon ?
prompt-take = { $player } peut prendre une tuile bonus.
prompt-take-you = Prenez une tuile bonus pour un de vos ouvriers, ou laissez-la.
prompt-take-house = { $player } doit prendre la tuile bonus de la maison.
prompt-take-house-you = Quel ouvrier reçoit la tuile bonus de la maison ?
prompt-mill = { $player } est au moulin et peut livrer de la farine aux marchés.
prompt-mill-you = Vous êtes au moulin : livrez de la farine à un marché ou repartez.
prompt-discard = { $player } est au château et doit se défausser de cubes ou de pièces ({ $discards }).
prompt-discard-you = Vous êtes au château : défaussez-vous de cubes ou de pièces ({ $discards }).
prompt-cover = { $player } est au château et doit couvrir un ouvrier.
prompt-cover-you = Vous êtes au château : couvrez un de vos ouvriers.

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
    [one] {" "}; une tuile bonus est perdue : { $tiles }
   *[other] {" "}; des tuiles bonus sont perdues : { $tiles }
}
label-draft = Prendre { $tile }
label-lay = Poser la tuile sur les postes { $space } et { $next }
label-lay-over = Poser la tuile sur les postes { $space } et { $next } ; couverts : { $workers }{ losing }
label-go-castle = { $covers ->
    [yes] Rentrer au château : { $discards ->
        [0] couvrir un ouvrier
       *[other] se défausser de { $discards }, couvrir un ouvrier
    }
   *[no] Rentrer au château : { $discards ->
        [0] rien à y laisser
       *[other] se défausser de { $discards }
    }
}
label-go-worker = Avancer au poste { $space } ({ $worker }) : { $gains }
label-go-empty = Avancer au poste { $space }, qui est vide
label-go-covered = Avancer au poste { $space }, qui est couvert
label-go-trading-house = Avancer au comptoir{ $coins ->
    [0] { "" }
   *[other] {" "}: { $coins } pièce, car les nombres ne décroissent jamais
}{ $awaits ->
    [nothing] {" "}; rien à échanger
   *[something] { "" }
}
label-go-board-of-works = Avancer au bureau des travaux{ $awaits ->
    [nothing] {" "}; rien pour construire
   *[something] { "" }
}
label-go-mill = Avancer au moulin{ $awaits ->
    [nothing] {" "}; pas de farine à livrer
   *[something] { "" }
}
label-hire = Embaucher { $tile } pour { $pays }
label-buy = Acheter { $gains } pour { $pays }
label-sell = Vendre { $pays } pour { $gains }
label-done-trading-house = Quitter le comptoir
label-done-board-of-works = Quitter le bureau des travaux
label-done-mill = Quitter le moulin
label-street = Commencer un tronçon en { $vertex }
label-via = Borne en { $vertex } : { scored }{ opening }
label-to = Tronçon { $start } – { $milestone } – { $end } : { scored }{ opening }
label-house = Maison en { $triangle } : { scored }{ opening }
label-market = Marché en { $vertex } : { scored }{ opening }
label-take = Prendre la tuile bonus en { $bush } pour le { $worker } du poste { $space } : { scored }
label-leave = { $bonuses ->
    [one] Laisser la tuile bonus : { $tiles }
   *[other] Laisser les tuiles bonus : { $tiles }
}
label-sack = Sac de farine en { $vertex } pour { $pays } : { scored } et { $gains }
label-sack-for = Sac de farine en { $vertex } pour { $pays }, pour des nombres plus bas : { scored } et { $gains }
label-discard = Se défausser de { $pays }
label-cover = Couvrir le { $workers } du poste { $space }{ losing }
label-lay-bonus = Tuile bonus suivante : { $kind }
label-turn-up = Tuile ouvriers suivante : { $tile }

### What happened

event-bonus-tiles = Les tuiles bonus sont sur les buissons : { $tiles }.
event-display = L’étalage : { $tiles }.
event-starting-row = La rangée de départ : { $tiles }.
event-first-draft = { $player } choisit en premier dans la rangée de départ.
event-draft = { $player } prend { $tile } dans la rangée de départ.
event-lay = { $player } pose la tuile sur les postes { $space } et { $next }.
event-lay-over = { $player } pose la tuile sur les postes { $space } et { $next } et couvre { $workers }.
event-left-over = La dernière tuile de la rangée de départ va dans la boîte : { $tile }.
event-begins = { $player } commence.
event-go-castle = { $player } rentre au château.
event-go-worker = { $player } avance au poste { $space } ({ $worker }) et prend { $gains }.
event-go-empty = { $player } avance au poste { $space }, qui est vide.
event-go-covered = { $player } avance au poste { $space }, qui est couvert.
event-go-trading-house = { $awaits ->
    [nothing] { $player } avance au comptoir et n’a rien à échanger.
   *[something] { $player } avance au comptoir.
}
event-go-board-of-works = { $awaits ->
    [nothing] { $player } avance au bureau des travaux et n’a pas de quoi construire.
   *[something] { $player } avance au bureau des travaux.
}
event-go-mill = { $awaits ->
    [nothing] { $player } avance au moulin et n’a pas de farine à livrer.
   *[something] { $player } avance au moulin.
}
event-bonus-workers = { $points ->
    [one] Un ouvrier à tuile bonus rapporte { $points } point à { $player }.
   *[other] Des ouvriers à tuile bonus rapportent { $points } points à { $player }.
}
event-ascending = Chez { $player }, les nombres des ouvriers ne décroissent jamais : { $gains }.
event-hire = { $player } embauche { $tile } pour { $pays }.
event-turn-up = Nouveau dans l’étalage : { $tile }.
event-pile-empty = La pioche est vide.
event-buy = { $player } achète { $gains } pour { $pays }.
event-sell = { $player } vend { $pays } pour { $gains }.
event-done-trading-house = { $player } quitte le comptoir.
event-done-board-of-works = { $player } quitte le bureau des travaux.
event-done-mill = { $player } quitte le moulin.
event-street = { $player } prévoit un tronçon à partir de { $vertex }.
event-via = { $player } en prévoit la borne en { $vertex }.
event-to = { $player } construit le tronçon { $start } – { $milestone } – { $end } : { scored }.
event-house = { $player } bâtit une maison en { $triangle } : { scored }.
event-market = { $player } bâtit un marché en { $vertex } : { scored }.
event-take = { $player } prend la tuile bonus en { $bush } pour le { $worker } du poste { $space } : { scored }.
event-leave = { $bonuses ->
    [one] { $player } laisse la tuile bonus : { $tiles }.
   *[other] { $player } laisse les tuiles bonus : { $tiles }.
}
event-sack = { $player } livre de la farine au marché en { $vertex } pour { $pays } : { scored } et { $gains }.
event-sack-for = { $player } livre de la farine au marché en { $vertex } pour { $pays } et compte des nombres plus bas : { scored } et { $gains }.
event-discard = { $player } se défausse de { $pays }.
event-cover = { $player } couvre { $workers } du poste { $space }.
event-bonus-lost = { $bonuses ->
    [one] Une tuile bonus est perdue : { $tiles }.
   *[other] Des tuiles bonus sont perdues : { $tiles }.
}
event-none-covered = { $player } n’a que { $workers } ouvriers visibles et n’en couvre aucun.
event-last-sections = C’était le dernier tronçon.
event-last-houses = C’était la dernière maison.
event-last-markets = C’était le dernier marché.
event-last-sacks = C’était le dernier sac de farine.
event-end-target = { $player } a { $points } points : la fin approche.
event-end-last-tile = { $player } a acheté la dernière tuile de l’étalage : la fin approche.
event-last-turns = { $count ->
    [one] Encore un dernier tour pour { $players }.
   *[other] Encore un dernier tour chacun pour { $players }.
}
event-last-turn = { $player } joue son dernier tour.

### How it ends

event-majority = { $player } a le plus de { $kinds } ({ $strength }) : { scored }.
event-majority-tied = { $players } sont à égalité pour le plus de { $kinds } ({ $strength }) : { scored } chacun.
event-majority-none = Égalité générale pour les { $kinds } : aucun point.
end-target = Le nombre de points fixé est atteint et tous les autres ont joué leur dernier tour : la partie est terminée.
end-last-tile = La dernière tuile de l’étalage est vendue et tous les autres ont joué leur dernier tour : la partie est terminée.
result-tie-broken = { $player } gagne avec { $points } points : égalité aux points, mais le plus de cubes et de pièces ({ $goods }).

### What can be wrong with a table

problem-seats = le joueur dont c’est le tour, ou un pion, n’est pas à sa place
problem-parts = il y a plus de constructions que de matériel, ou des constructions sans lieu ou sans auteur
problem-goods = quelqu’un a moins que zéro marchandise, ou une place vide en possède
problem-tiles = des tuiles ouvriers manquent, sont en double ou à deux endroits
problem-workers = un ouvrier n’existe pas, ou quelqu’un en a trop peu
problem-bonus-tiles = des tuiles bonus manquent, sont en double ou sur le mauvais ouvrier
problem-road = le réseau routier a une boucle, un croisement ou un trou
problem-map = ce qui se trouve sur la carte ne correspond pas aux constructions
problem-plots = les terrains à bâtir ne correspondent pas aux routes
problem-houses = un triangle a deux maisons, ou une maison et encore sa tuile bonus
problem-points = les points ne correspondent pas aux constructions
problem-end = la fin ne correspond pas aux points et à l’étalage
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
map-wrong-number-of-workers = { $found } tuiles ouvriers au lieu de { $wanted }
map-unreadable-worker = « { $tile } » n’est pas une tuile ouvriers ; on écrit par exemple Q5L5

### Drawing

table-stone = pierre
table-wood = bois
table-sand = sable
table-grain = blé
table-coin = pièce
table-display = étalage
table-pile = pioche { $count }
table-sections = tronçons
table-houses = maisons
table-markets = marchés
table-sacks = sacs
table-target = fin à { $points } points
table-row = rangée de départ
table-tile = à poser : { $tile }
table-plan = tronçon : { $way }
table-offered = bonus : { $bushes }
table-moves = { $count ->
    [one] encore { $count } déplacement
   *[other] encore { $count } déplacements
}
table-last-turns = derniers tours : { $players }
table-workers = ouvriers
table-mill = moulin
table-board-of-works = travaux
table-trading-house = comptoir
table-legend-map = { $milestone } borne  { $market } marché  { $flour } marché avec farine  { $house } maison  Q L S G C tuile bonus
table-legend-board = { $castle } château  { $cover } couvert  { $bonus } tuile bonus  +1 pièce en arrivant  +5 majorités
