### Parts

game-title = Finca
game-about = Récoltez les fruits de Majorque autour du moulin et livrez-les en charrette à âne.

## One fruit, as a name

fruit-fig = figue
fruit-almond = amande
fruit-olive = olive
fruit-orange = orange
fruit-grape = raisin
fruit-lemon = citron
fruit-any = point d’interrogation

## A kind of fruit

fruits-fig = figues
fruits-almond = amandes
fruits-olive = olives
fruits-orange = oranges
fruits-grape = raisins
fruits-lemon = citrons
fruits-any = points d’interrogation

## So many, as the subject of a sentence or in a list

amount-fig = { $count ->
    [one] { $count } figue
   *[other] { $count } figues
}
amount-almond = { $count ->
    [one] { $count } amande
   *[other] { $count } amandes
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
    [one] { $count } raisin
   *[other] { $count } raisins
}
amount-lemon = { $count ->
    [one] { $count } citron
   *[other] { $count } citrons
}
amount-any = { $count ->
    [one] { $count } point d’interrogation
   *[other] { $count } points d’interrogation
}
amount-cart = { $count ->
    [1] une charrette
   *[other] { $count } charrettes
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
tile-one-of-each = un fruit de chaque type

action-wind = vent fort
action-gust = bourrasque
action-large = grande charrette
action-less = un fruit de moins
action-wind-about = Faites un ou deux déplacements, avec le même paysan ou un autre.
action-gust-about = Placez un de vos paysans sur l’aile de votre choix et prenez ses fruits, mais pas de charrette.
action-large-about = Livrez jusqu’à 10 fruits sans rendre de charrette.
action-less-about = Livrez avec une charrette et approvisionnez un village, pour une tuile de valeur 2 ou plus, avec un fruit de moins.

score-fruit-tiles = tuiles fruits
score-finca-tiles = tuiles finca
score-action-tiles = tuiles action non utilisées
score-bonus-tiles = tuiles bonus
score-total = total

### What is expected

prompt-lay-blade = On assemble le moulin.
prompt-lay-finca = On distribue les tuiles finca.
prompt-turn-up = On retourne de nouvelles tuiles fruits.
prompt-over = La partie est terminée.
prompt-place = { $farmers ->
    [1] { $player } doit placer son dernier paysan sur une aile et prendre le fruit de cette aile.
   *[other] { $player } doit placer un paysan sur une aile et prendre le fruit de cette aile (encore { $farmers } à placer).
}
prompt-place-you = { $farmers ->
    [1] À vous : placez votre dernier paysan sur une aile et prenez le fruit de cette aile.
   *[other] À vous : placez un paysan sur une aile et prenez le fruit de cette aile (encore { $farmers } à placer).
}
prompt-turn = { $player } doit déplacer un paysan, livrer ou jouer une tuile action.
prompt-turn-you = À vous : déplacez un paysan, livrez ou jouez une tuile action.
prompt-turn-circles = { $player } doit déplacer un paysan, livrer, jouer une tuile action ou mettre fin à la partie qui tourne en rond.
prompt-turn-circles-you = À vous : déplacez un paysan, livrez, jouez une tuile action ou mettez fin à la partie qui tourne en rond.
prompt-move = { $moves ->
    [1] { $player } peut faire un second déplacement grâce au vent fort, ou s’arrêter.
   *[other] { $player } peut faire jusqu’à { $moves } déplacements grâce au vent fort.
}
prompt-move-you = { $moves ->
    [1] Faites un second déplacement grâce au vent fort, ou arrêtez-vous là.
   *[other] Faites jusqu’à { $moves } déplacements grâce au vent fort.
}
prompt-land = { $player } doit reposer sur une aile le paysan soulevé.
prompt-land-you = Reposez le paysan soulevé sur l’aile de votre choix.
prompt-fill-first = { $player } livre jusqu’à { $room } fruits et doit approvisionner au moins un village.
prompt-fill-first-you = Approvisionnez au moins un village ; la charrette porte jusqu’à { $room } fruits.
prompt-fill = { $room ->
    [0] { $player } livre ; la charrette est pleine.
    [one] { $player } livre ; la charrette peut encore porter { $room } fruit.
   *[other] { $player } livre ; la charrette peut encore porter { $room } fruits.
}
prompt-fill-you = { $room ->
    [0] La charrette est pleine : terminez la livraison.
    [one] Approvisionnez un village ou terminez la livraison ; la charrette peut encore porter { $room } fruit.
   *[other] Approvisionnez un village ou terminez la livraison ; la charrette peut encore porter { $room } fruits.
}
prompt-fill-less = { $room ->
    [one] { $player } livre et doit encore approvisionner un village avec un fruit de moins ; la charrette peut encore porter { $room } fruit.
   *[other] { $player } livre et doit encore approvisionner un village avec un fruit de moins ; la charrette peut encore porter { $room } fruits.
}
prompt-fill-less-you = { $room ->
    [one] Approvisionnez encore un village avec un fruit de moins ; la charrette peut encore porter { $room } fruit.
   *[other] Approvisionnez encore un village avec un fruit de moins ; la charrette peut encore porter { $room } fruits.
}

### What a step would do

label-place = Placer un paysan sur l’aile { $blade } : prendre { $takes }
label-move = Déplacer un paysan de l’aile { $from } à l’aile { $to } : prendre { $short ->
   *[none] { $takes }
    [fruit] { $takes }, une fois que tous ont rendu leurs fruits de ce type
    [carts] { $takes }, une fois que tous ont rendu leurs charrettes
    [both] { $takes }, une fois que tous ont rendu leurs fruits de ce type et leurs charrettes
}
label-wind = Jouer le vent fort : jusqu’à { $moves } déplacements
label-gust = Jouer la bourrasque : soulever un paysan de l’aile { $blade }
label-land = Reposer le paysan sur l’aile { $blade } : prendre { $short ->
   *[none] { $takes }
    [fruit] { $takes }, une fois que tous ont rendu leurs fruits de ce type
}
label-cart = Livrer avec une charrette : jusqu’à { $room } fruits
label-large = Jouer la grande charrette : livrer jusqu’à { $room } fruits
label-less = Jouer « un fruit de moins » : livrer jusqu’à { $room } fruits avec une charrette, dont une tuile avec un fruit de moins
label-fill = { $value ->
    [one] Approvisionner { $village } : { $fruits } pour { $value } point
   *[other] Approvisionner { $village } : { $fruits } pour { $value } points
}
label-fill-any = Approvisionner { $village } (points d’interrogation) : { $fruits } pour { $value } points
label-fill-less = Approvisionner { $village } sans { $spared } : { $fruits } pour { $value } points
label-done = Terminer la livraison
label-stop = En rester à un seul déplacement
label-end = Mettre fin à la partie : on ne fait plus que tourner en rond
label-lay-blade = Aile { $blade } : { $fruit }
label-lay-finca = Tuile finca à { $village } : { $kinds }
label-turn-up = Nouvelle tuile à { $village } : { $tile }

### Why a step is not possible

why-no-farmer = Aucun de vos paysans ne se trouve sur l’aile { $blade }.
why-tile-played = Vous avez déjà joué cette tuile action : { $tile }. Chacune ne sert qu’une fois.
why-no-cart = Livrer coûte une charrette, et vous n’en avez pas. Un paysan qui traverse une ligne centrale en rapporte une.
why-nothing-to-fill = Vos fruits ne suffisent pour aucune des tuiles visibles.
why-nothing-to-spare = Il n’y a pas de tuile de valeur 2 ou plus que vous pourriez obtenir avec un fruit de moins.
why-village-filled = Une livraison prend au plus une tuile par village.
why-village-empty = { $village } n’a plus de tuile.
why-lacking = Il faut livrer exactement les fruits de la tuile ({ $village }). Il vous manque : { $fruits }.
why-lacking-any = La tuile demande { $count } fruits d’un même type ({ $village }) ; vous en avez au plus { $most } d’un même type.
why-no-room = La tuile demande { $value } fruits ({ $village }), et il n’y a de place que pour { $room }.
why-discount-lost = Il ne resterait alors aucune tuile pour « un fruit de moins », qu’il faut pourtant utiliser.

### What happened

event-windmill-laid = Le moulin est assemblé, dans le sens horaire depuis l’aile 0 : { $fruits }.
event-fincas-laid = Les tuiles finca sont en place : { $fincas }.
event-tiles-dealt = Les villages révèlent leurs premières tuiles : { $tiles }.
event-begins = { $player } commence.
event-place = { $player } place un paysan sur l’aile { $blade } et prend { $takes }.
event-move = { $player } déplace un paysan de l’aile { $from } à l’aile { $to } et prend { $takes }.
event-fruit-short = { $left ->
    [0] Pénurie : il faudrait { $owed }, il n’en reste plus. Tous rendent les leurs : { $returns }.
   *[other] Pénurie : il faudrait { $owed }, il n’en reste que { $left }. Tous rendent les leurs : { $returns }.
}
event-carts-short = { $left ->
    [0] Pas assez de charrettes : il faudrait { $owed }, il n’en reste plus. Tous rendent les leurs : { $returns }.
   *[other] Pas assez de charrettes : il faudrait { $owed }, il n’en reste que { $left }. Tous rendent les leurs : { $returns }.
}
returned = { $amount } ({ $player })
event-wind = { $player } joue le vent fort : jusqu’à { $moves } déplacements.
event-gust = { $player } joue la bourrasque et soulève un paysan de l’aile { $blade }.
event-land = { $player } repose le paysan sur l’aile { $blade } et prend { $takes }.
event-cart = { $player } rend une charrette pour livrer jusqu’à { $room } fruits.
event-large = { $player } joue la grande charrette pour livrer jusqu’à { $room } fruits.
event-less = { $player } joue « un fruit de moins » et rend une charrette pour livrer jusqu’à { $room } fruits.
event-fill = { $player } livre { $fruits } à { $village } et prend la tuile de valeur { $value }.
event-fill-any = { $player } livre { $fruits } pour les points d’interrogation à { $village } et prend la tuile de valeur { $value }.
event-fill-less = { $player } livre { $fruits } à { $village }, sans { $spared }, et prend la tuile de valeur { $value }.
event-done = { $player } termine la livraison.
event-stop = { $player } en reste à un seul déplacement.
event-end = { $player } met fin à la partie : depuis dix tours, plus rien ne change que les fruits.
event-finca-won = { $player } a la majorité à { $village } ({ $kinds } : { $fruits }) et gagne la tuile finca : { $points } points.
event-finca-tied = Égalité pour la majorité à { $village } ({ $kinds }) : la tuile finca va dans la boîte.
event-wooden-finca = { $left ->
    [0] La dernière finca en bois est posée à { $village }.
   *[other] Une finca en bois est posée à { $village } ; il en reste { $left }.
}
event-no-wooden-finca = À { $village } aussi, la pile est vide, mais il ne reste plus de finca en bois.
event-bonus = { $player } complète une série de valeurs de 1 à 6 et prend la tuile bonus : { $points } points.
event-set-unpaid = { $player } complète une série de valeurs de 1 à 6, mais il ne reste plus de tuile bonus.
event-turn-up = Nouvelle tuile révélée à { $village } : { $tile }.

### How it ends

end-last-finca = La dernière finca en bois est posée : la partie est terminée.
end-going-round = On ne fait plus que tourner en rond : la partie est terminée.
result-tie-broken = { $player } gagne avec { $points } points : égalité aux points, mais le plus de fruits devant lui ({ $fruits }).

### What can be wrong with a table

problem-seats = le joueur dont c’est le tour ne correspond pas à la table
problem-blades = les ailes ne sont pas celles du moulin
problem-farmers = il manque des paysans, ou il y en a trop
problem-fruits = il manque des fruits, ou il y en a trop
problem-carts = il manque des charrettes, ou il y en a trop
problem-tiles = des tuiles fruits manquent, sont en double ou à deux endroits
problem-collections = le compte des tuiles obtenues ne correspond pas aux tuiles
problem-villages = un village montre une tuile de trop, ou n’en montre pas alors qu’il le devrait
problem-fincas = les tuiles finca ou les fincas en bois ne correspondent pas aux villages
problem-bonuses = les tuiles bonus ne correspondent pas aux séries complètes
problem-action-tiles = quelqu’un possède une tuile action qui n’existe pas
problem-duty = ce qui est à faire ne correspond pas à la table

### Drawing

table-fig = figue
table-almond = amande
table-olive = olive
table-orange = orange
table-grape = raisin
table-lemon = citron
table-any = ?
table-one-of-each = un de chaque
table-wind = vent
table-gust = bourr.
table-large = grande
table-less = moins
table-supply = réserve
table-finca = finca
table-fincas = fincas
table-bonus = bonus
table-room = { $count ->
    [0] la charrette est pleine
    [one] place pour 1 fruit
   *[other] place pour { $count } fruits
}
table-moves = { $count ->
    [one] encore { $count } déplacement
   *[other] encore { $count } déplacements
}
table-waiting = à placer : { $farmers }
table-tied = égalité
table-legend = { $cart } charrette  { $line } ligne  { $pile } tuiles  { $finca } finca  ? un seul type  { $mark }3 fruits imprimés

# Thèmes des problèmes
theme-finca = Il s’agit d’une tuile finca, et de la majorité.
theme-bonus = Il s’agit d’une série des valeurs 1 à 6.
theme-shortage = Il s’agit d’une pénurie : qui rend quoi.
theme-special = Il s’agit de jouer une tuile action au bon moment.
theme-delivery = Il s’agit d’une livraison : quelles tuiles, et quand.
theme-harvest = Il s’agit de la place des paysans : ce qu’ils récoltent, et ce qu’ils laissent aux autres.
theme-placing = Il s’agit de l’endroit où commence un paysan.
