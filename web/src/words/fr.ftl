web-theme = Thème
web-theme-system = système
web-theme-light = clair
web-theme-dark = sombre
web-language = Langue
web-welcome = Les jeux de rondel, bien joués
web-your-name = Votre nom
web-guest = Invité
web-games = Jeux
web-my-tables = Vos tables
web-open-tables = Tables ouvertes
web-finished = Parties terminées
web-rules-of = Règles de { $game }
web-players = Joueurs
web-hot-seat = tous sur cet appareil
web-public = ouverte à tous
web-pace = Rythme
web-pace-untimed = sans pendule
web-pace-days = { $days ->
    [one] { $days } jour par tour
   *[other] { $days } jours par tour
}
web-make-table = Créer la table
web-back = Retour
web-bots = Adversaires
web-play-now = Jouer
web-play-friends = Jouer entre amis
web-open-seat = place libre
web-status-open = en attente de joueurs
web-status-playing = en cours
web-my-turns = À vous de jouer
web-won = { $player } gagne : { $scores }
web-won-shared = Victoire partagée entre { $players } : { $scores }
web-status-aborted = Cette table a été annulée
web-status-your-turn = À vous de jouer
web-status-turn = À { $player } de jouer
web-connection-lost = La connexion est perdue. Nouvel essai…
web-click-lost = La connexion s’est rompue et votre dernier clic n’est pas arrivé : recommencez, s’il vous plaît.
web-rule = La règle
web-no-table = Cette table n’existe pas, ou elle ne vous est pas ouverte.
web-to-lobby = Vers l’accueil
web-to-table = Vers la table
web-loading = La table se prépare…
web-turn = Tour
web-game-over = La partie est terminée
web-confirm = Voici votre plan. Terminez le tour, ou reprenez des coups.
web-ends-game = Ce tour termine la partie : { $scores }. Terminez le tour ou annulez.
web-points-of = { $player } { $points }
web-undo = Annuler le coup
web-restart = Recommencer le tour
web-end-turn = Terminer le tour
web-draw-on = Tirer et continuer
web-confirm-draw = Voici votre plan. On tire des tuiles, puis vous continuez.
web-change = { $part } { $change }
web-plan-points = Si la partie finissait ici : { $before } → { $after } points ({ $parts })
web-take-back = Reprendre
web-list = Tous les choix
web-notation = Coup
web-undo-asked = { $player } demande à reprendre le dernier tour.
web-undone = { $player } a repris un tour. Les tirages restent les mêmes.
web-undo-refused = { $player } n’est pas d’accord pour revenir en arrière.
web-undo-waiting = Vous avez demandé à reprendre votre dernier tour. Il faut l’accord de { $players }.
web-bot-asked = { $player } demande à faire jouer un robot ({ $bot }) à sa place.
web-bot-waiting = Vous avez demandé à faire jouer un robot à votre place. Il faut l’accord de { $players }.
web-bot-refused = { $player } n’est pas d’accord pour le robot.
web-no-bots = Aucun robot ne tourne sur ce serveur. La partie reprendra dès que son hébergeur en démarrera un.
web-yes = Oui
web-no = Non
web-log = Journal
web-chat = Écrire un message
web-qr = Code QR du lien de la place
web-seat-link = Lien de la place
web-copy = Copier le lien
web-copied = Copié
web-copy-by-hand = Lien à copier à la main
web-sit = Prendre cette place
web-ready = On peut commencer
web-not-ready = on l’attend encore
web-abort = Annuler la table
web-rematch = Revanche
web-replay = Revoir la partie
web-record = Télécharger la partie
web-verify = Vérifier les tirages
web-verified = Les tirages étaient honnêtes
web-not-verified = Les tirages ne peuvent pas être prouvés
web-see-board = Voir le plateau
web-first = Revenir au début
web-previous = Coup précédent
web-next = Coup suivant
web-film = Lecture automatique
web-pause = Pause
web-rules = Règles
web-last = Aller à la fin
web-step-of = Coup { $step } sur { $total }
web-sandbox = Continuer à partir d’ici
web-sandbox-alone = Jouer moi-même à toutes les places
web-bot-gone = Le robot « { $name } » n’est plus là : la partie ne peut pas continuer avec lui.
web-failed = Cela n’a pas marché. Réessayez.

## La première partie guidée

web-learn = Apprendre à jouer
web-learn-title = Votre première partie de { $game }
web-teacher = Votre professeur
web-show-me = Montrez-moi
web-nudge = Dans une vraie partie, vous pourriez le faire. Cette fois, faites ce qui brille.
web-lesson-back = Revenir en arrière
web-lesson-progress = { $done } pour cent de la leçon
web-lesson-again = Depuis le début
web-lesson-go-on = Continuer cette partie
web-lesson-missing = Ce jeu n’a pas encore de leçon.

## Autour du plateau

web-options = Paramètres
web-sounds = Sons
web-motion = Animations
web-here = à la table
web-away = pas là
web-gave-up = a abandonné
web-bot-plays = remplacé par un robot
web-program = un programme
web-asked = c’est son tour
web-watchers = { $count ->
    [one] { $count } spectateur
   *[other] { $count } spectateurs
}
web-time-left = Temps restant : { $time }
web-named = { $name } : { $what }
web-time-days =
    { $days ->
        [one] { $days } jour
       *[other] { $days } jours
    } { $hours ->
        [one] { $hours } heure
       *[other] { $hours } heures
    }
web-time-hours = { $hours } h { $minutes } min
web-bot-for-me = Laisser un robot jouer pour moi
web-myself-again = Reprendre la main
web-concede = Abandonner
web-concede-sure = Vraiment abandonner cette partie ?
web-watch-link = Copier le lien pour les spectateurs
web-luck-bound = Le hasard a été fixé avant le début. Son sceau : { $seal }
web-since = Que s’est-il passé ?
web-overtaken = La partie a avancé : votre plan a été abandonné.
web-points = Points
web-talk = Chat
web-talk-new = Chat ({ $count })
web-nothing-said = Aucun message.
web-nothing-told = Il ne s’est encore rien passé.
web-score-part = Points pour
web-speed = Vitesse
web-seen-from = Vu par
web-copy-step = Copier le lien vers ce coup
web-since-title = Depuis votre coup
web-skip = Passer l’animation
web-others-pace = Tours des autres
web-pace-slow = lentement
web-pace-normal = tranquillement
web-pace-quick = vite
web-pace-at-once = d’un coup

## La fin, et le retour en arrière

web-to-rematch = Vers la partie suivante
web-proving = Chaque tirage est refait : { $done } %
web-deal-false = Le secret ne donne pas ces tirages !
web-podium = Résultat

## Les tables de l’accueil

web-pace-live = { $minutes } minutes chacun
web-watch-tables = Parties en cours
web-sandbox-table = table d’essai
web-map = Carte
web-map-template = Télécharger comme modèle
web-map-problems = On ne peut pas jouer sur cette carte. { $count } choses ne vont pas :
web-map-usual = la carte habituelle
web-map-choose = choisir un fichier de carte
web-bots-alike = Les robots ont appris sur la carte habituelle et jugent celle-ci par ce qui lui ressemble.
web-bots-hints = Aucun réseau n’a appris cette édition : les robots suivent des indices et sont plus faibles.

## La table en mots

web-text = La table en mots
## En attente de joueurs

web-waiting-links = Envoyez un lien à chacun, ou faites scanner un code. La partie commence dès que toutes les places sont prises.
web-waiting-others = La partie commence dès que toutes les places sont prises.
web-alone = Ces liens ne marchent que sur cet ordinateur. Pour que vos amis sur le même réseau puissent venir, lancez le serveur avec : rondel serve --friends

## Fins hors des règles

end-conceded = Un joueur a abandonné : la partie est terminée.
end-timed-out = Le temps d’un joueur est écoulé : la partie est terminée.
end-absent = Un joueur n’est pas revenu : la partie est terminée.
end-step-limit = La partie a atteint le nombre maximal de coups : les points acquis décident.
web-sit-down = Prendre place

## Invitations, attente, et absents

web-invited = On vous invite à une partie de { $game }
web-invited-by = { $host } vous invite à une partie de { $game }
web-invited-watch = On vous invite à regarder une partie de { $game }
web-invited-watch-by = { $host } vous invite à regarder une partie de { $game }
web-watch = Regarder
web-your-seat = votre place
web-you = vous
web-waiting-for = { $game } : en attente de joueurs
web-waiting-late = { $game } : on attend { $players }
web-renew-link = Nouveau lien
web-renew-watch = Nouveau lien pour les spectateurs (l’ancien ne vaut plus)
web-fill = ou faire jouer un robot ici
web-choose-bot = choisir son niveau
web-free-seat = Laisser la place à quelqu’un
web-remove = Écarter
web-remove-sure = Vraiment écarter { $player } de cette table ?
web-leave = Quitter la table
web-friend = un ami
web-bot-level = robot : { $bot }
web-opponent = Adversaire { $seat }
web-name-of = Nom ({ $seat })
web-span-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
web-span-hours = { $count ->
    [one] { $count } heure
   *[other] { $count } heures
}
web-span-days = { $count ->
    [one] { $count } jour
   *[other] { $count } jours
}
web-patience = Qui ne joue pas pendant { $time } à son tour peut être remplacé par un robot, ou perd si les autres le réclament.
web-patience-live = Quiconque s’absente { $time } pendant son tour peut être remplacé par un robot.
web-absent = { $player } ne joue pas. Dans { $time }, vous pourrez faire jouer un robot à sa place ou réclamer la victoire.
web-absent-you = Jouez dans { $time } : ensuite, les autres pourront faire jouer un robot à votre place ou réclamer la victoire.
web-absent-now = Les autres peuvent maintenant faire jouer un robot à votre place ou réclamer la victoire, tant que vous ne jouez pas.
web-does-not-move = { $player } ne joue pas.
web-absent-live = { $player } n’est pas là. Dans { $time }, vous pourrez faire jouer un robot à sa place.
web-stays-away = { $player } ne revient pas.
web-has-left = { $player } a quitté la table.
web-bot-for = Faire jouer un robot pour { $player }
web-claim = Réclamer la victoire
web-claim-out = { $player } : compter comme un abandon
web-consent = Un robot peut jouer pour moi en mon absence
web-hand-over = { $player } : nouveau lien vers sa place
web-taken-back = { $count ->
    [one] Un tour a été repris dans cette partie.
   *[other] { $count } tours ont été repris dans cette partie.
}
web-turn-of = { $player }, à vous de jouer

## La fin, et les apparences

web-theme-dusk = crépuscule
web-theme-plain = contraste élevé
web-you-won = { $by ->
    [one] Vous gagnez avec { $by } point d’avance !
   *[other] Vous gagnez avec { $by } points d’avance !
}
web-you-won-level = Vous gagnez au départage !
web-won-by = { $by ->
    [one] { $player } gagne avec { $by } point d’avance
   *[other] { $player } gagne avec { $by } points d’avance
}
web-won-by-level = { $player } gagne au départage
web-wins = { $player } gagne
web-you-win = Vous gagnez
web-ended-by = { $wins } : { $gave }
web-gave-conceded = { $player } a abandonné
web-gave-timed-out = { $player } n’a plus de temps
web-gave-absent = { $player } n’est pas revenu
web-gave-out = { $player } ne jouent plus
web-curve = L’évolution des points
web-turned = La partie a basculé au coup { $step } : le vainqueur n’a plus jamais été mené.
web-turned-show = Voir ce moment
web-share = Partager une image

### What the server refuses

error-no-such-table = Cette table n’existe pas.
error-unauthenticated = Indiquez d’abord votre nom.
error-not-your-seat = Cette place n’est pas la vôtre.
error-not-your-table = Seule la personne qui a ouvert la table peut faire cela.
error-seat-taken = Quelqu’un d’autre a pris cette place.
error-removed = Vous avez été écarté de cette table ; un lien permet d’y revenir.
error-still-there = Cette place est encore à son joueur.
error-time-up = Le temps de la personne qui doit jouer est écoulé.
error-cannot-merge = Seules les parties d’un invité peuvent être emportées.
error-bad-passkey = Cette clé d’accès ne connecte personne ici.
error-muted = Un modérateur vous a rendu muet pour un temps. Vous pouvez continuer à jouer.
error-suspended = Un modérateur a suspendu ce compte.
error-no-such-identity = Il n’y a personne de cet identifiant sur qui vous puissiez agir.
error-no-such-report = Ce signalement ou ce message n’existe pas.
error-bad-code = Ce code n’est plus valable. Créez-en un nouveau sur l’autre appareil.
error-not-for-programs = C’est réservé aux personnes ; un programme a son jeton.
error-no-such-person = Il n’y a personne de ce nom ici.
error-no-such-channel = Ce moyen de notification n’existe plus.
error-invalid-notice-address = Rien ne peut y être envoyé : un webhook demande une adresse https sur Internet, un e-mail une adresse complète.
error-no-such-device = Vous n’êtes plus connecté sur cet appareil.
error-bad-link = Ce lien ne mène nulle part. Demandez-en un autre.
error-storage-full = Ce serveur n’a plus de place pour une autre table. Les parties en cours peuvent être terminées.
error-admins-only = Cette page est réservée aux administrateurs de ce serveur.
error-expired-link = Ce lien a déjà servi ou a expiré. Demandez-en un autre.
error-invalid-state = Ce n’est pas possible à ce stade de la partie.
error-chance-between = Le hasard a parlé entre-temps : les autres doivent accepter le retour en arrière.
error-chat-forbidden = Les spectateurs n’ont pas la parole à cette table.
error-rate-limited = Doucement : trop de demandes. Réessayez dans un instant.
error-too-many = Vous en avez déjà autant qu’un visiteur peut en ouvrir. Fermez-en d’abord.
error-overloaded = Beaucoup d’autres attendent la même chose. Réessayez dans un instant.
error-too-long = Cette partie est trop longue pour cela ici.
error-request-timeout = La demande a mis trop de temps à arriver. Réessayez.
error-invalid-name = Ce nom contient des caractères que personne ne voit ni ne lit. Choisissez-en un autre.
error-invalid-text = Ce message contient des caractères invisibles.
error-name-taken = Quelqu’un à cette table porte presque le même nom. Choisissez-en un autre.
error-too-large = C’est trop long.
error-daily-challenge = C’est le défi du jour : on le joue une fois, seul et sans revenir en arrière ; les autres le verront demain.
error-match-running = Des joueurs disputent cette position entre eux : personne n’y reçoit d’aide avant la fin de leur partie.
error-no-such-day = Il n’y a pas de défi pour ce jour.
error-no-such-puzzle = Ce problème n’existe pas.
error-unavailable = Le serveur ne peut rien enregistrer pour le moment. Rien n’est perdu ; réessayez bientôt.
error-wrong-origin = Le serveur n’a pas accepté l’adresse de cette page ({ $origin }) : qui l’héberge devrait revoir les réglages de son proxy.
error-unknown-host = Le serveur ne répond pas au nom { $host } : qui l’héberge devrait l’ajouter à RONDEL_HOSTS.

### Reviews

web-review = Analyse de la partie
web-review-wait = Analyse de la partie : { $done } %
web-review-deeper-wait = Analyse approfondie : { $done } %
web-review-stop = Arrêter
web-review-failed = Cette analyse n’a pas pu être faite.
web-review-deeper = Analyse approfondie
web-review-board = La position sur le plateau
web-review-moment = Position
web-review-play-on = Rejouer d’ici contre des robots
web-review-turns = Tous les tours
web-review-turn = { $player } ({ $name }) : { $played }
web-advice = Conseil
web-hint = Montrer un conseil
web-hint-marks = Un conseil marque la partie comme jouée avec de l’aide.
web-hint-best = Meilleur coup ({ $chance }) :
web-hint-why = { $loss ->
    [0] Aussi bon : { $other }
   *[other] Le suivant, { $loss } % de moins : { $other }
}
web-hint-show = Montrer sur le plateau
web-hint-worth = Que vaut chaque choix ?
web-helped = { $count ->
    [one] Partie jouée avec de l’aide : { $count } conseil ou robot remplaçant
   *[other] Partie jouée avec de l’aide : { $count } conseils ou robots remplaçants
}
web-aborted-before = { $count ->
    [one] Dans l’heure précédente, la personne qui a créé cette table a annulé une partie de ce jeu après la donne, puis a recommencé.
   *[other] Dans l’heure précédente, la personne qui a créé cette table a annulé { $count } parties de ce jeu après la donne, puis a recommencé.
}

# Les problèmes
web-puzzles = Problèmes
web-puzzle = Problème
web-puzzles-title = Problèmes de { $game }
web-puzzles-none = Il n’y a pas de problèmes pour ce jeu.
web-puzzle-find = Un tour est nettement meilleur que tous les autres. Trouvez-le, jusqu’au bout.
web-puzzle-right = C’est ça !
web-puzzle-margin = Le deuxième meilleur tour aurait coûté { $loss } % de vos chances de gagner.
web-puzzle-wrong = Pas tout à fait : ce tour coûte { $loss } % de vos chances de gagner.
web-puzzle-shown = Voici le tour.
web-puzzle-again = Réessayer
web-puzzle-solve = Montrez-moi
web-puzzle-next = Problème suivant
web-puzzle-level = Lesquels ?
web-puzzle-level-all = Tous les problèmes
web-puzzle-level-easy = Les faciles
web-puzzle-level-medium = Les moyens
web-puzzle-level-hard = Les difficiles
web-puzzle-is-easy = Facile
web-puzzle-is-medium = Moyen
web-puzzle-is-hard = Difficile
web-puzzle-streak = D’affilée : { $count } (record : { $best })
web-puzzle-left = Encore { $left } sur { $count }
theme-ending = Il termine la partie au bon moment.
theme-quiet = Il laisse des points qu’on pouvait prendre tout de suite, pour en gagner davantage ensuite.

# La donne du jour
web-daily = Défi du jour
web-daily-title = { $game } : le défi du jour
web-daily-about = Tout le monde joue la même donne, avec la même chance, contre le même adversaire ({ $bot }), qui répond de la même façon aux mêmes tours. Quelle avance prendrez-vous ?
web-daily-once = Une seule fois, sans revenir en arrière. Les autres verront votre partie demain.
web-daily-play = Jouer
web-daily-go-on = Continuer la partie
web-daily-left = Le prochain défi commence dans { $hours } h { $minutes } min.
web-daily-past = Ce jour est passé : toutes ses parties peuvent être revues.
web-daily-today = Vers le défi d’aujourd’hui
web-daily-yours = { $lead ->
    [ahead] { $points } points, { $margin } d’avance : place { $place } sur { $played }
    [behind] { $points } points, { $margin } de retard : place { $place } sur { $played }
   *[level] { $points } points, à égalité avec l’adversaire : place { $place } sur { $played }
}
web-daily-yours-conceded = Vous avez abandonné.
web-daily-results = Classement
web-daily-best = Les meilleurs de la veille
web-daily-all = Tous les résultats de ce jour
web-daily-nobody = Personne ne l’a encore terminée.
web-daily-place = Place
web-daily-name = Nom
web-daily-points = Points
web-daily-margin = Avance
web-daily-conceded = abandon
web-daily-replay = Revoir
web-daily-share-button = Partager
web-daily-share = { $lead ->
    [ahead] { $game }, défi du { $day } : { $margin } d’avance, place { $place } sur { $played }
    [behind] { $game }, défi du { $day } : { $margin } de retard, place { $place } sur { $played }
   *[level] { $game }, défi du { $day } : à égalité, place { $place } sur { $played }
}
web-daily-share-conceded = { $game }, défi du { $day } : abandon
web-daily-copied = Copié : collez-le où vous voulez.
web-daily-proof = Comment vérifier la chance
web-daily-proof-about = La chance d’un jour est fixée d’avance par un secret. Son sceau est montré la veille, le secret lui-même une fois le jour passé : chacun peut alors refaire chaque tirage.
web-daily-commitment = Sceau de cette donne
web-daily-next-commitment = Sceau de la donne de demain
web-daily-secret = Secret de cette donne
web-third-party = Licences tierces

## Une page qui n’existe pas

web-no-page = Cette page n’existe pas
web-no-page-about = L’adresse est peut-être mal écrite, ou la page a disparu. Rien de ce qui est à vous n’est perdu.

# Administration
web-admin-title = Administration du serveur
web-admin-sign-in-about = Ce lien fait de vous un administrateur de ce serveur. Vous serez déconnecté de vos autres appareils.
web-admin-sign-in = Devenir administrateur
web-admin-how = Pour le devenir, lancez cette commande là où tourne le serveur, et ouvrez le lien qu’elle affiche :
web-admin-server = Serveur
web-admin-version = Version installée
web-admin-commit = Révision du code
web-admin-database = Base de données
web-admin-revision = Révision du schéma
web-admin-size = Taille
web-admin-free = Espace disque libre
web-admin-tables = Tables et personnes
web-admin-tables-open = Tables ouvertes
web-admin-tables-playing = Parties en cours
web-admin-tables-over = Parties terminées
web-admin-tables-aborted = Parties interrompues
web-admin-people = Invités, comptes et programmes
web-admin-queue = File d’attente
web-admin-bots-waiting = Tables qui attendent un robot
web-admin-bots-claimed = Tables dont le robot est en train de jouer
web-admin-task = Tâche
web-admin-state = État
web-admin-count = Nombre
web-admin-oldest = La plus ancienne
web-admin-task-waiting = en attente
web-admin-task-claimed = en cours
web-admin-task-answered = répondue
web-admin-task-done = terminée
web-admin-task-dead = abandonnée
web-admin-processes = Processus
web-admin-process-server = Serveur
web-admin-process-worker = Processus de calcul
web-admin-silent = Aucune nouvelle depuis { $time } : il s’est peut-être arrêté brutalement.
web-admin-other-version = Il fait tourner une autre version : { $version }
web-admin-started = En marche depuis
web-admin-processor = Processeur
web-admin-load = Charge de sa machine
web-admin-load-of = { $load } pour { $cores ->
    [one] { $cores } cœur
   *[other] { $cores } cœurs
}
web-admin-memory = Mémoire
web-admin-tables-in-memory = Tables en mémoire
web-admin-connections = Connexions ouvertes
web-admin-requests = Requêtes par seconde
web-admin-failures = Requêtes en échec depuis le démarrage
web-admin-problems = Derniers avertissements et erreurs
web-admin-no-problems = Aucun.
web-account-title = Compte
web-account-open = Compte
web-account-name = Nom
web-account-save = Enregistrer
web-account-saved = Enregistré.
web-account-nobody = Vous n’avez pas encore de compte ici. Jouez sous le nom de votre choix, ou connectez-vous à celui d’un autre appareil.
web-account-sign-in = Se connecter
web-account-transfer = Continuer sur un autre appareil
web-account-transfer-about = Vos parties et votre nom vous suivent.
web-account-transfer-how = Scannez le code QR avec l’autre appareil, ou ouvrez-y { $address }/sign-in et saisissez :
web-account-transfer-limits = Le code sert une fois, pendant dix minutes. Ne le montrez à personne : qui l’utilise joue à votre place.
web-account-qr = Code QR pour se connecter sur un autre appareil
web-account-code = Afficher un code
web-account-code-again = Nouveau code
web-account-ways = Garder votre compte
web-account-ways-about = Sans clé d’accès ni codes de secours, votre compte est perdu avec le dernier appareil connecté.
web-account-ways-safe = Vous pouvez vous connecter même si vous perdez tous vos appareils.
web-account-passkey = Clé d’accès
web-account-remove = Supprimer
web-account-add-passkey = Ajouter une clé d’accès
web-account-recovery = Créer des codes de secours
web-account-recovery-again = Remplacer les codes de secours
web-account-recovery-left = Codes de secours restants : { $count }
web-account-recovery-about = Notez ces codes maintenant ; ils ne seront plus affichés. Chacun sert une fois.
web-account-devices = Appareils
web-account-device-unknown = Appareil inconnu
web-account-device-this = Cet appareil
web-account-device-seen = Dernière utilisation : { $day }
web-account-sign-out = Déconnecter
web-account-sign-out-others = Déconnecter tous les autres
web-account-data = Vos données
web-account-data-about = Tout ce que ce serveur conserve à votre sujet, dans un seul fichier.
web-account-export = Télécharger
web-account-delete = Supprimer le compte
web-account-delete-about = Vos noms et vos messages disparaissent de toutes les tables ; les parties restent. C’est irréversible.
web-account-delete-sure = Supprimer définitivement
web-account-keep = Conserver
web-sign-in-title = Se connecter
web-sign-in-about = Saisissez le code affiché par votre autre appareil sous « Compte », ou un code de secours.
web-sign-in-code = Code
web-sign-in-next = Continuer
web-sign-in-or = Ou, sans code :
web-sign-in-passkey = Se connecter avec une clé d’accès
web-sign-in-who = Ce code vous connecte en tant que { $name }.
web-sign-in-guest = Sur cet appareil, vous êtes { $name }. N’emportez ces parties que si { $name }, c’est vous.
web-sign-in-continue = Continuer en tant que { $name }
web-sign-in-merge = Continuer en tant que { $name } avec ces parties
web-sign-in-no-merge = Continuer sans ces parties
web-sign-in-cancel = Annuler
web-admin-quotas = Quotas et conservation
web-admin-quotas-about = 0 signifie aucun. Tous les processus suivent aussitôt un changement.
web-admin-quota-tables-per-person = Tables inachevées par personne
web-admin-quota-tables-per-address = Tables inachevées par adresse
web-admin-quota-storage-mb = Taille de la base à partir de laquelle on ne crée plus de table, en Mo
web-admin-quota-keep-days = Jours pendant lesquels on garde les tables abandonnées et les invités sans partie
web-admin-quota-keep-finished-days = Jours pendant lesquels on garde les parties terminées
web-admin-save = Enregistrer
web-admin-saved = C’est enregistré.
web-admin-prune = Supprimer selon l’âge
web-admin-prune-about = Supprime les tables abandonnées, les bacs à sable et les invités sans partie. Faites d’abord une sauvegarde.
web-admin-prune-days = Âge en jours
web-admin-prune-finished = Aussi les parties terminées et leurs résultats
web-admin-prune-count = Compter seulement
web-admin-prune-now = Supprimer
web-admin-would-prune = Tables à supprimer : { $tables } ; invités : { $guests }
web-admin-pruning = La suppression se fait en arrière-plan ; son résultat s’affichera ici.
web-admin-pruned = Dernière suppression, { $when } : tables : { $tables } ; invités : { $guests }

### People

web-rated = Classée : le résultat compte pour le classement des joueurs
web-ranks = Classement
web-ranks-about = Les personnes sont classées d’après leurs parties entre elles ; les robots partent de leur niveau en tournoi. Un point d’interrogation signale un classement encore incertain.
web-ranks-days = Parties sur plusieurs jours
web-ranks-live = Parties avec pendule
web-ranks-untimed = Parties sans pendule
web-ranks-place = Rang
web-ranks-player = Joueur
web-ranks-rating = Cote
web-ranks-games = Parties
web-ranks-bot = robot
web-profile-title = Mes parties et statistiques
web-profile-games = { $games ->
    [0] Aucune partie terminée
    [one] Une partie terminée
   *[other] { $games } parties terminées
}
web-profile-since = ici depuis le { $day }
web-profile-next = Vous avez battu « { $beaten } ». Essayez « { $next } ».
web-profile-rates = Parties gagnées
web-profile-players = { $players ->
    [one] Un joueur
   *[other] { $players } joueurs
}
web-profile-bests = Records personnels
web-profile-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
web-profile-streak = Défi du jour : { $current } d’affilée, au plus { $longest }
web-profile-history = Parties terminées
web-profile-filter = Afficher
web-profile-all = toutes
web-profile-won = gagnées
web-profile-lost = perdues
web-profile-no-games = Aucune partie terminée pour l’instant.
web-profile-more = Afficher plus
web-notices-title = Notifications
web-notices-ways = Où vous êtes notifié
web-notices-none = Vous n’êtes encore notifié nulle part.
web-notices-push = Navigateur
web-notices-mail = E-mail
web-notices-webhook = Webhook
web-notices-kinds = Pour quoi
web-notices-kind-turn = à vous de jouer
web-notices-kind-time = temps bientôt écoulé
web-notices-kind-undo = demandes de reprise
web-notices-kind-over = fin d’une partie
web-notices-kind-invited = invitations
web-notices-dropped = Plus rien n’y est envoyé : { $problem }
web-notices-unconfirmed = Ouvrez le lien de l’e-mail qui y a été envoyé.
web-notices-test = Envoyer un essai
web-notices-tested = Un essai est en route.
web-notices-remove = Retirer
web-notices-add = Ajouter un moyen
web-notices-add-push = Me notifier dans ce navigateur
web-notices-no-push = Ce navigateur n’affiche pas de notifications quand la page est fermée.
web-notices-refused = Ce navigateur n’autorise pas les notifications d’ici.
web-notices-mail-address = Adresse e-mail
web-notices-digest = un e-mail par jour au plus
web-notices-add-mail = Ajouter l’e-mail
web-notices-mail-sent = Un e-mail avec un lien a été envoyé à cette adresse.
web-notices-webhook-address = Webhook, par exemple d’un canal Discord ou Slack
web-notices-add-webhook = Ajouter le webhook
web-notices-secret = La clé qui signe ses messages, affichée seulement maintenant :
web-notices-quiet = Heures calmes
web-notices-quiet-from = de
web-notices-quiet-until = à
web-notices-save = Enregistrer
web-notices-saved = Enregistré.
web-notices-confirmed = L’adresse est confirmée.
web-notices-leave-about = Ne plus envoyer d’e-mail à cette adresse ?
web-notices-leave = Se désabonner
web-notices-left = Plus aucun e-mail n’est envoyé à cette adresse.
