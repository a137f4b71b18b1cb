### Names and lists

seat = Joueur { $seat }
player = { $player }
list-and = { $first } et { $last }
list-none = rien

### Results

points = { $count ->
    [one] { $count } point
   *[other] { $count } points
}
result-winner = { $points ->
    [one] { $player } gagne avec { $points } point.
   *[other] { $player } gagne avec { $points } points.
}
result-shared = { $points ->
    [one] { $players } partagent la victoire avec { $points } point.
   *[other] { $players } partagent la victoire avec { $points } points.
}
result-place = { $place ->
    [1] 1re place : { $player }, { $points }
   *[other] { $place }e place : { $player }, { $points }
}

### Errors

error-error = Quelque chose s’est mal passé.
error-unknown-game = Aucun jeu ne s’appelle « { $name } ». Jeux connus : { $known }.
error-unknown-edition = Aucune édition ne s’appelle « { $name } ». Éditions connues : { $known }.
error-wrong-players = Ce jeu se joue de { $least } à { $most } joueurs, pas à { $players }.
error-unreadable-step = « { $text } » n’est pas un coup de ce jeu.
error-illegal-step = « { $text } » n’est pas possible maintenant.
why-not-now = Pas maintenant. { $prompt }
error-stale-step = La partie a changé entre-temps : votre coup répond à la position { $answered }, la partie en est à { $now }.
error-not-your-turn = Ce n’est pas votre tour.
error-nothing-to-undo = Vous n’avez aucun coup à annuler.
error-unsound-position = Cette position est impossible : { $problems }.
error-unreadable-record = La feuille de partie est illisible à partir de la ligne { $line } : { $problem }
error-incompatible-record = La feuille de partie suit d’autres règles : elle indique { $written }, ici c’est { $known }.
error-false-deal = Le coup { $step } n’a pas été tiré honnêtement : { $problem }
error-wrong-argument = { $name } ne peut pas être { $given }.
error-unreadable-file = Le fichier { $file } ne peut pas être lu : { $problem }.
error-unwritable-file = Le fichier { $file } ne peut pas être écrit : { $problem }.
error-file-exists = Le fichier { $file } existe déjà ; rien n’a été écrasé.
error-missing-extra = Il faut un paquet facultatif : pip install "rondel[{ $extra }]".
error-drawing-not-built = Le dessin n’est pas construit : lancez « make web » dans le dépôt.
error-no-picture = Il n’y a pas de plateau dessiné pour { $game }.
error-game-over = La partie est terminée.

problem-players = le nombre de joueurs ne convient pas

### Bots

bot-random = hasard pur
bot-beginner = débutant
bot-casual = joueur occasionnel
bot-regular = habitué
bot-skilled = joueur adroit
bot-expert = expert
bot-master = maître
bot-champion = champion

### Records

record-no-field = l’en-tête n’indique pas « { $name } ».
record-no-header = « { $text } » n’est pas une ligne d’en-tête.
record-twice = « { $name } » apparaît deux fois.
record-no-editions = ce jeu n’a pas d’éditions personnelles ({ $game }).
record-short-header = le fichier s’arrête dans son en-tête.
record-long-header = l’en-tête ne finit pas.
record-short-line = le fichier s’arrête au milieu de cette ligne.
record-bad-secret = le secret n’est pas en hexadécimal.
record-bad-nonces = les apports des joueurs au hasard sont illisibles.
record-cut-off = le fichier s’arrête après { $found } coups sur { $promised }.
record-too-long = une feuille de partie peut compter { $most } coups ; celle-ci en a davantage.
record-other-result = l’en-tête dit « { $promised } », les coups donnent « { $found } ».
record-other-secret = le secret ne correspond pas au sceau.
record-other-outcome = « { $text } » n’est pas ce que donne le secret.

### Command line

cli-game = { $name } : { $title }, pour { $players } joueurs
cli-game-left-out = écarté : { $folder } : { $problem } [{ $code }]
cli-bot = robot ({ $bot })
cli-commitment = Les tirages sont fixés d’avance et vérifiables ensuite. Sceau : { $commitment }
cli-unprovable = Le secret des premiers tirages manque : les tirages suivants sont nouveaux, et cette partie ne sera pas vérifiable.
cli-saving = Enregistrée après chaque coup dans { $file }
cli-hint = Tapez une touche, un numéro ou un coup. { $help } liste les commandes.
cli-more-choices = … { $count ->
    [one] et un autre choix : Entrée les montre tous
   *[other] et { $count } autres choix : Entrée les montre tous
}
cli-unclear = « { $text } » peut vouloir dire { $options }.
cli-undone = Annulé : { $step }
cli-saved = Enregistrée dans { $file }
cli-left = La partie est enregistrée. Pour continuer : rondel play --resume { $file }
cli-over = La partie est terminée.
cli-finished = Toute la partie est dans { $file } : rondel replay la montre, rondel verify la vérifie.
cli-ready = Rondel est prêt : { $address } (Ctrl+C l’arrête)
cli-friends = Vos amis sur le même réseau viennent par { $address }
cli-alone = Seul cet ordinateur peut y accéder. Lancez-le avec --friends, et vos amis sur le même réseau pourront venir.
cli-public = Les joueurs viennent par { $address }
cli-ask-friends = Vos amis sur le même réseau peuvent-ils venir à vos tables ? (oui/non)
cli-yes = oui
cli-friends-kept = C’est enregistré. --friends ou --alone change ce choix.
cli-compiling = compilation de { $title }, une fois : règles et robots
cli-compiled = { $title } : prêt après { $seconds } s
cli-thinking = { $name } réfléchit…
cli-mended = { $problem } On continue après le coup { $step }, dans un nouveau fichier.
cli-bots-alike = Les robots ont été entraînés sur la carte d’origine ; sur celle-ci, ils sont moins précis.
cli-bots-hints = Aucun réseau n’a été entraîné sur cette édition : les robots suivent des heuristiques et sont plus faibles.
cli-help =
    Tapez la touche d’un choix, son numéro dans le menu, le coup tel qu’il est écrit, ou son début.
    Les règles : rondel rules { $game } --language fr
cli-command-undo = annuler
cli-command-table = table
cli-command-log = journal
cli-command-save = enregistrer
cli-command-help = aide
cli-command-quit = quitter
cli-about-undo = annuler votre dernier coup
cli-about-table = montrer de nouveau la table
cli-about-log = afficher les derniers coups ; un nombre dit combien
cli-about-save = enregistrer maintenant, ou continuer dans le fichier nommé
cli-about-help = montrer ceci
cli-about-quit = partir ; la partie est enregistrée
cli-simulating = simulation
cli-simulated = { $title } : { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} de { $players } joueurs qui jouent au hasard, points par place
cli-mean = moyenne
cli-deviation = écart type
cli-least = min.
cli-most = max.
cli-victories = victoires
cli-share = { NUMBER($share, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) } ({ NUMBER($low, minimumFractionDigits: 1, maximumFractionDigits: 1) }–{ NUMBER($high, minimumFractionDigits: 1, maximumFractionDigits: 1) })
cli-tenths = { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) }
cli-decisions = décisions par partie
cli-even-share = À chances égales, ce serait { NUMBER($share, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) } chacun. Victoires avec leur intervalle à 95 % ; celles partagées sont divisées.
cli-pace = { $seconds } s : { $games } parties et { $decisions } décisions par seconde
puzzle-title-easy = { $game } : un problème facile
puzzle-title-medium = { $game } : un problème
puzzle-title-hard = { $game } : un problème difficile
puzzle-question = { $player } doit jouer : un tour est nettement meilleur que tous les autres. Lequel ?
cli-puzzling = recherche de problèmes
cli-puzzles-checking = vérification des problèmes
cli-puzzles-rival = { $id } : un autre tour est aussi bon : { $turn }
cli-puzzles-unstable = { $id } : des recherches plus profondes ne s’accordent pas sur la solution
cli-puzzles-playouts = { $id } : un autre tour a gagné plus de parties : { $turn }
cli-puzzles-unfinished = { $done } sur { $all } : la même commande continue
cli-puzzles-sound = { $count } des { $all } problèmes n’ont qu’une solution
cli-puzzles-easy = { $count ->
    [one] { $count } facile
   *[other] { $count } faciles
}
cli-puzzles-medium = { $count ->
    [one] { $count } moyen
   *[other] { $count } moyens
}
cli-puzzles-hard = { $count ->
    [one] { $count } difficile
   *[other] { $count } difficiles
}
cli-error-other-settings = { $file } a été commencé avec d’autres réglages : reprenez-les, ou prenez un autre fichier
cli-unended = { $count ->
    [one] { $count } partie ne s’est pas terminée
   *[other] { $count } parties ne se sont pas terminées
}
cli-step = Coup { $step } sur { $steps }
cli-leaf = Entrée : un coup de plus · b : retour · e : la fin · un nombre : ce coup · q : partir
cli-verified = { $steps ->
    [one] { $steps } coup rejoué : il suit les règles.
   *[other] { $steps } coups rejoués : tous suivent les règles.
}
cli-proved = Les tirages étaient honnêtes : chacun découle du secret, et le secret correspond au sceau.
cli-not-proved = Les tirages ne sont pas vérifiables : le fichier ne contient pas le secret.
cli-nonces = { $count ->
    [one] Un joueur a ajouté au hasard avant le début.
   *[other] { $count } joueurs ont ajouté au hasard avant le début.
}
cli-unfinished = La partie n’est pas encore terminée.
cli-error-unknown-language = il n’y a pas de messages en « { $name } » ; il y a { $known }
cli-error-unknown-bot = aucun robot ne s’appelle « { $name } » ; il y a { $known }
cli-error-no-game = le nom d’un jeu manque ; il y a { $known }
cli-error-other-game = c’est une feuille de partie de { $recorded }, pas de { $name }
cli-error-no-such-step = il n’y a pas de coup { $step } ; la feuille de partie en compte { $steps }
cli-error-no-rules-text = { $name } n’a pas de règles en « { $language } »
cli-map-sound = { $file } : on peut jouer sur cette carte.
cli-error-wrong-argument = { $name } ne peut pas être { $given } : { $wanted }
cli-error-no-maps = { $name } n’a pas de cartes personnelles
cli-error-short-secret = RONDEL_SECRET et RONDEL_OLD_SECRETS demandent des clés d’au moins { $least } caractères
cli-error-invalid-setting = { $name } doit être { $expected ->
    [count] un nombre entier, 0 ou plus
    [positive] un nombre entier, 1 ou plus
    [port] un port : un nombre de 0 à 65535
    [seconds] un nombre de secondes, 0 ou plus
    [interval] un nombre de secondes au-dessus de 0
    [level] debug, info, warning ou error
    [boolean] true ou false
   *[other] un texte
}, pas « { $given } »
cli-error-invalid-database = { $problem ->
    [slashes] RONDEL_DATABASE demande trois barres devant un fichier : {"sqlite:///rondel.db"}, ou quatre devant un chemin complet
    [memory] RONDEL_DATABASE doit nommer un fichier : {"sqlite:///rondel.db"}
    [unreadable] RONDEL_DATABASE est illisible : écrivez {"postgresql://USER:PASSWORD@HOST/NAME"}, avec %40 pour @ et %2F pour / dans le mot de passe
   *[other] RONDEL_DATABASE doit commencer par {"sqlite:///"} ou {"postgresql://"}
}
cli-error-invalid-smtp = RONDEL_SMTP doit commencer par {"smtp://"} ou {"smtps://"} et nommer un serveur, avec un expéditeur dans RONDEL_MAIL_FROM, par exemple {"smtps://user:password@mail.example.org"} et games@example.org
cli-error-invalid-redis = RONDEL_REDIS doit commencer par {"redis://"}, {"rediss://"} ou {"unix://"}, par exemple {"redis://localhost:6379"}
cli-error-missing-setting = { $name } n’est pas défini, et cette commande en a besoin
cli-error-conflicting-settings = { $first } et { $second } sont définis tous les deux : retirez-en un
cli-error-unreadable-setting = { $name } nomme { $file }, qui est illisible : { $problem }
cli-error-unknown-setting = { $file } définit « { $name } », qui n’est pas un réglage{ $similar ->
    [none] {""}
   *[other]  ; est-ce { $similar } ?
}
cli-error-unusable-database = { $problem ->
    [password] la base de données { $place } refuse l’utilisateur ou le mot de passe : corrigez-les dans RONDEL_DATABASE ({ $reason })
    [missing] la base de données { $place } n’existe pas : créez-la avec createdb, ou corrigez RONDEL_DATABASE
    [folder] la base de données { $place } ne peut pas être ouverte : créez son dossier et permettez à cet utilisateur d’y écrire ({ $reason })
    [readonly] la base de données { $place } est en lecture seule : permettez à cet utilisateur d’y écrire ({ $reason })
    [rights] cet utilisateur ne peut pas créer de tables dans la base de données { $place } : faites-en le propriétaire
    [format] { $place } n’est pas une base de données SQLite : corrigez RONDEL_DATABASE
    [locked] la base de données { $place } est verrouillée par un autre programme : arrêtez-le, ou augmentez RONDEL_LOCK_SECONDS
    [newer] la base de données { $place } a servi à un Rondel plus récent (révision { $reason }) : installez cette version, ou restaurez une sauvegarde
   *[other] la base de données { $place } est injoignable : vérifiez qu’elle tourne et que RONDEL_DATABASE est juste ({ $reason })
}
cli-error-key-not-announced = les serveurs en marche ne connaissent pas encore ce RONDEL_SECRET : démarrez-les d’abord avec lui dans RONDEL_OLD_SECRETS, puis de nouveau avec lui comme RONDEL_SECRET
cli-error-unreachable-redis = Redis est injoignable : vérifiez qu’il tourne et que RONDEL_REDIS est juste ({ $reason })
cli-check-database = ✓ base de données { $place }, version { $version }
cli-check-migration = · le premier démarrage la fait passer de la révision { $revision } à { $newest } : faites d’abord une sauvegarde
cli-check-redis = ✓ Redis
cli-check-games = ✓ jeux : { $games }
cli-check-port = ✓ { $host }, le port { $port } est libre
cli-check-unknown = ! { $name } n’est pas un réglage ; le plus proche : { $known }
cli-check-secure = ! RONDEL_ADDRESS est en https, mais RONDEL_SECURE n’est pas true : les navigateurs enverraient les cookies sans chiffrement
cli-check-passed = Un serveur peut démarrer avec ces réglages.
cli-error-port-taken = le port { $port } est occupé, peut-être par un Rondel déjà lancé ; choisissez-en un autre avec --port
cli-error-redis-required = un autre processus serveur utilise cette base de données : donnez à tous le même RONDEL_REDIS
cli-error-invalid-address = RONDEL_METRICS demande un port, ou une adresse et un port comme 127.0.0.1:9100, pas { $address }
cli-backed-up = { $file } est écrit : { $rows } lignes.
cli-pruned = Supprimé : { $tables } tables, { $guests } invités.
cli-rated = Classements calculés à partir de { $matches } parties.
cli-would-prune = Serait supprimé : { $tables } tables, { $guests } invités.
cli-restored = { $rows } lignes de { $file } sont dans la base de données.
cli-admin-link = Ouvrez ce lien dans les { $minutes } minutes pour devenir administrateur. Il sert une seule fois.
cli-admin-version = Rondel { $version }, commit { $commit }
cli-admin-database = base de données : { $kind } { $version }, révision { $revision }, { NUMBER($size, maximumFractionDigits: 1) } Mo, libre sur le disque : { $free }
cli-admin-tables = tables : { $open } ouvertes, { $playing } en cours, { $over } terminées, { $aborted } interrompues ; personnes : { $people }
cli-admin-bots = robots : { $waiting } tables attendent, { $claimed } sont en train d’être jouées ; tâches :
cli-admin-dead = ✗ { $kind } { $key } a été abandonnée : { $error }
cli-error-outdated-database = aucun serveur de cette version n’a encore utilisé cette base : démarrez-en un d’abord
cli-error-nobody-there = personne n’a l’identifiant { $identity } : `rondel admin roles` donne la liste
cli-error-unreadable-backup = ce n’est pas une sauvegarde complète d’une version connue : { $problem }
cli-error-database-not-empty = cette base de données n’est pas vide ; une sauvegarde se restaure dans une base vide
cli-error-database-missing = aucun serveur n’a encore utilisé cette base de données : il n’y a rien à sauvegarder ; vérifiez l’adresse
cli-error-unavailable = la base de données ne répond pas, ou le disque est plein

### Arène

arena-playing = parties en cours
arena-title = { $title } : l’arène
arena-lead = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} entre { $entrants } robots, { $players } par table, sur { $deals ->
    [one] une donne
   *[other] { $deals } donnes
} : chaque donne a été jouée dans toutes les rotations des places, avec le même hasard.
arena-percent = { NUMBER($share, style: "percent", maximumFractionDigits: 0) }
arena-whole = { NUMBER($number, maximumFractionDigits: 0) }
arena-seconds = { NUMBER($seconds, minimumFractionDigits: 3, maximumFractionDigits: 3) } s
arena-bot = robot
arena-rating = cote
arena-games = parties
arena-victories = victoires
arena-points = points
arena-pace = par décision
arena-slowest = partie la plus lente
arena-lost-steps = coups perdus
arena-fault = ce qui s’est passé
arena-often = nombre
arena-first-step = premier coup
arena-detail = message
arena-seat = place { $seat } (⌀ { NUMBER($points, maximumFractionDigits: 1) })
arena-standings = Classement
arena-standings-about = Cotes et victoires avec leurs intervalles à 95 % ; une victoire partagée compte pour une part. Les secondes sont la moyenne par décision, et celle de la partie la plus lente.
arena-ratings = Cotes
arena-ratings-about = OpenSkill (Plackett–Luce) : toutes les places comptent, pas seulement la première. Le trait est l’intervalle à 95 %.
arena-pairs = Face à face
arena-pairs-about = À lire en ligne : combien de fois ce robot a fini devant celui de la colonne. Les égalités comptent pour moitié.
arena-scores = Scores
arena-scores-about = La moitié des parties est dans la boîte ; son trait est la médiane, le point la moyenne, et la ligne fine va de la pire partie à la meilleure.
arena-sources = Points par source
arena-sources-about = Points moyens par origine, dans l’ordre de la légende.
arena-seats = Résultats par place
arena-seats-about = Victoires par place, quel que soit le robot assis là, avec leurs intervalles à 95 % ; le trait pointillé marque des chances égales ({ $even }).
arena-lengths = Durée des parties
arena-lengths-about = Décisions de tous les joueurs ensemble, sans compter le hasard.
arena-faults = Coups perdus
arena-faults-about = Là où un robot a failli, un coup au hasard a été joué à sa place et la partie a continué.
arena-fault-crashed = il s’est arrêté net
arena-fault-silent = il n’a pas répondu à temps
arena-fault-rubbish = sa réponse était illisible
arena-fault-illegal = son coup n’était pas possible
arena-elo = Elo
arena-elo-range = { $elo } ±{ $margin }
arena-won = { $value } ({ $low }–{ $high })
arena-short-bot = robot
arena-short-elo = Elo
arena-short-rating = cote
arena-short-games = part.
arena-short-victories = gagné %
arena-short-points = points
arena-short-pace = s
arena-short-lost-steps = perdu
arena-short-unended = infini
arena-pause = { NUMBER($seconds, minimumFractionDigits: 3, maximumFractionDigits: 3) }
arena-columns = La cote est celle d’OpenSkill, s les secondes par décision ; perdu : des coups ; infini : des parties sans fin.
arena-unended = sans fin
arena-scale = L’Elo est celui de l’échelle : 400 points valent dix contre un. ± et ( ) : intervalles à 95 %.
arena-scale-mean = L’Elo moyen est de 1500 : 400 points valent dix contre un. ± et ( ) : intervalles à 95 %.
arena-test-open = { $one } et { $other } : rien de décidé après { $deals ->
    [one] une donne
   *[other] { $deals } donnes
}.
arena-test-higher = { $one } est plus fort que { $other } de ce qui était demandé, décidé en { $deals ->
    [one] une donne
   *[other] { $deals } donnes
}.
arena-test-lower = { $one } n’est pas plus fort que { $other } de ce qui était demandé, décidé en { $deals ->
    [one] une donne
   *[other] { $deals } donnes
}.
arena-partly = { $games } parties seulement ont été jouées sur { $planned }.
arena-unended-remark = { $count ->
    [one] Une partie n’a pas pris fin et compte telle qu’elle était.
   *[other] { $count } parties n’ont pas pris fin et comptent telles qu’elles étaient.
} { $circling ->
    [0] Personne n’a tourné en rond.
   *[other] Ont tourné en rond : { $bots }.
}
arena-decided = Décidé après { $deals ->
    [one] une donne
   *[other] { $deals } donnes
} : il n’en fallait pas plus.
arena-games-lost = { $count ->
    [one] Une partie n’a pas pu être jouée
   *[other] { $count } parties n’ont pas pu être jouées
} : { $problem }
arena-interrupted = Interrompu. Pour continuer : rondel arena --resume { $folder }
arena-unreadable = { $count ->
    [one] Un enregistrement est illisible et ne compte pas.
   *[other] { $count } enregistrements sont illisibles et ne comptent pas.
}
arena-strengths = Force
arena-strengths-about = Elo selon Bradley–Terry : 400 points valent dix contre un. Le trait est l’intervalle à 95 % d’un bootstrap sur les donnes, toutes les places d’une donne ensemble.
arena-certainty = Probabilité d’être plus fort
arena-certainty-about = À lire en ligne : la probabilité que ce robot soit plus fort que celui de la colonne.
arena-start = mise en route
arena-endless = Parties sans fin
arena-endless-about = Elles comptent telles qu’elles étaient une fois la limite atteinte. Qui n’a marqué aucun point dans la seconde moitié d’une partie a tourné en rond.
arena-record = enregistrement
arena-decisions = décisions
arena-circling = ont tourné en rond
arena-nobody = personne
cli-error-game-lost = une partie n’a pas pu être jouée : { $problem }
cli-error-no-cluster = la grappe Ray { $address } est injoignable : { $problem }
cli-error-no-records = il n’y a pas d’enregistrements de parties dans { $folder }
cli-error-no-tournament = { $folder } ne contient pas de tournoi à reprendre
cli-error-mixed-records = les enregistrements de { $kinds } ne peuvent être classés ensemble
cli-error-unreadable-test = « { $text } » ne donne pas deux forces comme 0:20
cli-error-no-entrants = quel jeu et quels robots ? Par exemple : rondel arena finca regular expert
arena-written = Le rapport est { $report } ; les chiffres et les feuilles de partie sont à côté.
arena-lost = { $count ->
    [one] Un coup a été perdu à cause d’une erreur
   *[other] { $count } coups ont été perdus à cause d’erreurs
} ; le rapport dit lesquels.
cli-simulated-bots = { $title } : { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} entre { $bots }, points par place
cli-error-too-few-bots = { $players } places demandent au moins autant de robots ; il y en a { $entrants }
cli-error-other-count = { $bots } robots ont été nommés pour { $players } places
cli-error-no-such-puzzle = Il n’y a pas de problème { $puzzle } ici.
cli-error-unknown-format = Impossible d’écrire une image dans { $file } : son nom doit finir par { $known }.

### Bots

bots-name = nom
bots-written = s’écrit
bots-about = description
bots-option = option
bots-kind = genre
bots-usual = par défaut
bots-no-options = { $name } n’a pas d’options.
bots-kind-random = coups au hasard
bots-kind-greedy = le meilleur tour, sans regarder plus loin
bots-kind-net = la meilleure option selon le réseau d’évaluation
bots-kind-search = recherche arborescente Monte-Carlo
bots-kind-engine = un programme externe
bots-kind-own = un robot personnel
bot-option-budget = secondes (0.25s) ou simulations (2000) par tour, avec /step par coup ; s’écrit en premier, sans son nom
bot-option-seed = la même graine donne les mêmes choix
bot-option-temperature = part de hasard, de 0 à 1 : il choisit parmi les options qui perdent au plus cette part de l’écart entre la meilleure et la médiane, les meilleures plus souvent ; 0 choisit toujours la meilleure
bot-option-evaluator = évaluateur des positions : network (le réseau, s’il y en a un), hints (les indices) ou le fichier d’un réseau, NOM.npz
bot-option-overlook = probabilité qu’une option passe inaperçue, de 0 à 1
bot-option-noise = écart type des évaluations, en points
bot-option-exploration = constante d’exploration : poids des coups peu visités
bot-option-unvisited_penalty = valeur dont un coup non visité est supposé inférieur à son parent
bot-option-prior_weight = poids des probabilités a priori dans la sélection, de 0 à 1
bot-option-win = poids de la victoire ; le reste est l’avance en points
bot-option-lead = avance en points qui vaut la moitié de la plus grande avance
bot-option-discount = facteur par coup : une victoire proche vaut mieux qu’une victoire lointaine
bot-option-guided = les parties simulées suivent les indices du jeu (1) ou sont aléatoires (0)
bot-option-rollout_turns = tours d’une partie simulée avant l’évaluation de la table
bot-option-tree_turns = tours que couvre l’arbre de recherche ; 0 pour aucune limite
bot-option-expansion_visits = visites après lesquelles un nœud est développé
bot-option-opponent_beam_width = largeur du faisceau qui prévoit les tours des autres ; 0 pour les chercher entièrement
bot-option-prediction_visits = visites après lesquelles le tour d’un autre est prévu
bot-option-prior_temperature = température des probabilités a priori du réseau
bot-option-command = le programme et ses arguments, après un autre deux-points
benchmark-title = Banc d’essai { $name } : { $agent }
benchmark-opponent = contre
benchmark-games = parties
benchmark-won = gagné %
benchmark-points = points
benchmark-margin = { NUMBER($mine, minimumFractionDigits: 1, maximumFractionDigits: 1) } : { NUMBER($theirs, minimumFractionDigits: 1, maximumFractionDigits: 1) }
benchmark-score = Score : { NUMBER($score, minimumFractionDigits: 1, maximumFractionDigits: 1) } sur 100 ({ NUMBER($low, minimumFractionDigits: 1, maximumFractionDigits: 1) } – { NUMBER($high, minimumFractionDigits: 1, maximumFractionDigits: 1) })
benchmark-trial = Un essai : { $games } parties seulement ont été jouées sur les { $planned } qui font un résultat.
benchmark-written = Le résultat est { $file } ; les feuilles de partie sont à côté.

### Training

train-progress = { $games } parties, { $pace } décisions par seconde, erreur { $loss }, { $hints } % de victoires contre les indices, gardé { $kept } fois
train-part = { $percent } % :
train-nothing-kept = rien n’a été enregistré : aucun réseau plus récent n’a été aussi bon que le premier, que le fichier contient. Entraînez plus longtemps, ou à partir d’un autre réseau (--start).
train-done = le réseau est dans { $file }

### Reviews

review-step = « { $label } »
review-more = d’autres
review-loss = { $player } a perdu { $loss } %. Joué : { $played }. Mieux : { $better }.
review-loss-unsure = { $player } a peut-être perdu { $loss } % ; deux évaluations diffèrent. Joué : { $played }. Peut-être mieux : { $better }.
review-conceded = { $player } a abandonné et perdu { $loss } %.
review-timed-out = { $player } a manqué de temps et perdu { $loss } %.
review-absent = { $player } s’est absenté et a perdu { $loss } %.
review-luck = { $player } a gagné { $luck } % par chance ({ $weight } sur { $total }). { $told }
review-bad-luck = { $player } a perdu { $luck } % par malchance ({ $weight } sur { $total }). { $told }
review-good = aussi bon qu’un autre
review-inaccuracy = imprécision
review-mistake = erreur
review-blunder = gaffe
review-maybe-good = peut-être aussi bon qu’un autre
review-maybe-inaccuracy = peut-être une imprécision
review-maybe-mistake = peut-être une erreur
review-maybe-blunder = peut-être une gaffe
review-title = Analyse de la partie
review-player = joueur
review-start = départ
review-lucky = chance
review-own = ses tours
review-others = tours des autres
review-result = résultat
review-standing = position actuelle
review-lost = perte par tour
review-points = points perdus
review-decimal = { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) }
review-piece = Joué { $played }, mieux { $better } : { $loss } perdus, { $points } points
review-inaccuracies = imprécisions
review-mistakes = erreurs
review-blunders = gaffes
review-chances = Chances
review-moments = Moments clés
review-no-moments = Il n’y a eu ni grosse erreur ni chance décisive.
review-percent = { $sign ->
   *[none] { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
    [plus] +{ NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
    [minus] −{ NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
}
review-after = après le coup { $step }
review-as-played = Comme joué : { $chance }
review-better = Mieux : { $chance }
review-judged = Évalué par { $judge ->
   *[network] le réseau du jeu
    [hints] les heuristiques du jeu
}, { $simulations } simulations par position, graine { $seed }, rondel { $version }. Les mêmes réglages donnent les mêmes nombres.
review-books = Départ, chance, ses tours et ceux des autres donnent exactement le résultat. Un tour compte par les évaluations avant et après ; la « perte par tour » le compare au meilleur tour.
review-judging = analyse

### Notices

notice-title = { $game } sur Rondel
notice-turn = C’est à vous de jouer contre { $players }.
notice-turn-of = C’est à { $player } de jouer.
notice-time = Le temps presse : c’est toujours à vous de jouer contre { $players }.
notice-undo = On vous demande d’accepter qu’un coup soit repris.
notice-over = La partie avec { $players } est terminée.
notice-invited = Vous êtes invité à une autre partie avec { $players }.
notice-test = Les notifications vous parviennent ici.
notice-confirm = Ouvrez ce lien pour être notifié à cette adresse. Si vous n’avez rien demandé, ne faites rien.
notice-digest = { $tables ->
    [one] C’est à vous de jouer à une table
   *[other] C’est à vous de jouer à { $tables } tables
}
