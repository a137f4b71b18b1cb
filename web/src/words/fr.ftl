web-theme = Thème
web-theme-system = comme le système
web-theme-light = clair
web-theme-dark = sombre
web-language = Langue
web-welcome = Les jeux de rondelle, bien joués
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
web-status-over = terminée : { $scores }
web-status-aborted = Cette table a été annulée
web-status-your-turn = À vous de jouer
web-status-turn = Au tour de : { $player }
web-connection-lost = La connexion est perdue. Nouvel essai …
web-no-table = Cette table n’existe pas, ou elle ne vous est pas ouverte.
web-to-lobby = Vers l’accueil
web-to-table = Vers la table
web-loading = On met la table …
web-turn = Tour
web-game-over = La partie est terminée
web-confirm = Voici votre plan. Terminez le tour, ou reprenez des coups.
web-undo = Annuler le coup
web-restart = Recommencer le tour
web-end-turn = Terminer le tour
web-take-back = Reprendre
web-list = Tous les choix
web-notation = Coup
web-undo-asked = { $player } demande à reprendre le dernier tour.
web-yes = Oui
web-no = Non
web-log = Journal
web-chat = Dire quelque chose
web-waiting = En attente de joueurs
web-qr = Code QR du lien de la place
web-seat-link = Lien de la place
web-copy = Copier le lien
web-copied = Copié
web-sit = Prendre cette place
web-abort = Annuler la table
web-rematch = Rejouer
web-replay = Revoir la partie
web-record = Télécharger la partie
web-verify = Vérifier la donne
web-verified = La donne était honnête
web-not-verified = La donne ne peut pas être prouvée
web-see-board = Voir le plateau
web-first = Revenir au début
web-previous = Un pas en arrière
web-next = Un pas en avant
web-film = Dérouler comme un film
web-pause = Pause
web-step-of = Pas { $step } sur { $total }
web-sandbox = Continuer à partir d’ici
web-failed = Cela n’a pas marché. Réessayez.
board-finca-board = Le moulin et l’île
board-finca-blade = Aile { $blade }, { $fruit } : { $farmers }
board-finca-farmers = { $player } { $count }
board-finca-nobody = personne
board-finca-village = { $count ->
    [one] { $village } : { $tile } ; dernière tuile.
   *[other] { $village } : { $tile } ; il reste { $count } tuiles.
}
board-finca-village-empty = { $village } : aucune tuile.
board-finca-finca = Tuile finca pour { $kinds } : { $count } points.
board-finca-supply = Réserve : { $fruits }
board-finca-centre = { $count ->
    [one] { $count } charrette au centre
   *[other] { $count } charrettes au centre
}
board-finca-carts = { $count ->
    [one] { $count } charrette
   *[other] { $count } charrettes
}
board-finca-bonus = Tuiles bonus : { $values }
board-finca-wood = { $count ->
    [one] Il reste { $count } finca en bois
   *[other] Il reste { $count } fincas en bois
}
board-finca-unseen = Tuiles cachées : { $count }
board-finca-fruit-short = Chacun rend d’abord ce fruit !
board-finca-carts-short = Chacun rend d’abord ses charrettes !
board-finca-done = Terminer
board-finca-lift = Quel fermier est soulevé ?
board-finca-area = Devant { $player }
board-finca-tiles = Tuiles fruits : { $tiles }
board-finca-of-value = { $count } de valeur { $value }
board-finca-played = { $tile } : jouée
board-finca-printed = Fruits imprimés :

## The Milestones board

board-milestones-map = La carte
board-milestones-board = Plateau de { $player } : { $workers } ; le pion est ici : { $place }
board-milestones-supply = Reste à construire
board-milestones-sell-first = Vendre ({ $good }) avec …
board-milestones-unseen = { $count ->
    [one] { $count } tuile ouvriers encore cachée
   *[other] { $count } tuiles ouvriers encore cachées
}
board-milestones-score = D’où viennent les points
board-milestones-reconstruction = La carte et les tuiles sont une reconstitution
