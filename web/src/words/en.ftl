web-theme = Theme
web-theme-system = system
web-theme-light = light
web-theme-dark = dark
web-language = Language
web-welcome = Rondel games, played well
web-your-name = Your name
web-guest = Guest
web-games = Games
web-my-tables = Your tables
web-open-tables = Open tables
web-finished = Finished games
web-rules-of = Rules of { $game }
web-players = Players
web-hot-seat = everyone on this device
web-public = anyone may join
web-pace = Pace
web-pace-untimed = no clock
web-pace-days = { $days ->
    [one] { $days } day a turn
   *[other] { $days } days a turn
}
web-make-table = Create the table
web-back = Back
web-bots = Opponents
web-play-now = Play now
web-play-friends = Play with friends
web-open-seat = free seat
web-status-open = waiting for players
web-status-playing = being played
web-my-turns = Your turn
web-won = { $player } won: { $scores }
web-won-shared = { $players } share the victory: { $scores }
web-status-aborted = This table was cancelled
web-status-your-turn = Your turn
web-status-turn = It is { $player }’s turn
web-connection-lost = The connection is lost. Trying again…
web-click-lost = The connection broke, and your last click did not arrive: please repeat it.
web-rule = The rule
web-no-table = There is no such table, or it is not yours to see.
web-to-lobby = To the lobby
web-to-table = To the table
web-loading = Setting the table…
web-turn = Turn
web-game-over = The game is over
web-confirm = This is your plan. End the turn, or undo steps.
web-ends-game = This turn ends the game: { $scores }. End the turn, or undo.
web-points-of = { $player } { $points }
web-undo = Undo step
web-restart = Restart turn
web-end-turn = End turn
web-draw-on = Draw and go on
web-confirm-draw = This is your plan. Tiles are drawn, then you go on.
web-change = { $part } { $change }
web-plan-points = If the game ended here: { $before } → { $after } points ({ $parts })
web-take-back = Take back
web-list = All choices
web-notation = Step
web-undo-asked = { $player } asks to take back the last turn.
web-undone = { $player } has taken back a turn. The luck stays the same.
web-undo-refused = { $player } does not agree to take back.
web-undo-waiting = You asked to take back your last turn. It is now for { $players } to agree.
web-bot-asked = { $player } asks the others to let a bot ({ $bot }) play for them.
web-bot-waiting = You asked to have a bot play for you. It is now for { $players } to agree.
web-bot-refused = { $player } does not agree to the bot.
web-no-bots = No bot player is running on this server. The match goes on as soon as its host starts one.
web-yes = Yes
web-no = No
web-log = Log
web-chat = Write a message
web-qr = QR code of the seat link
web-seat-link = Seat link
web-copy = Copy the link
web-copied = Copied
web-copy-by-hand = Link to copy by hand
web-sit = Take this seat
web-ready = I am ready
web-not-ready = not ready yet
web-abort = Cancel the table
web-rematch = Rematch
web-replay = Replay
web-record = Download the record
web-verify = Verify the deal
web-verified = The deal was fair
web-not-verified = The deal cannot be proved
web-see-board = See the board
web-first = Back to the start
web-previous = One step back
web-next = One step on
web-film = Autoplay
web-pause = Pause
web-rules = Rules
web-last = To the end
web-step-of = Step { $step } of { $total }
web-sandbox = Continue from here
web-sandbox-alone = Play every seat myself
web-bot-gone = The bot “{ $name }” is no longer here: the game cannot go on with it.
web-failed = That did not work. Try again.

## The guided first game

web-learn = Learn to play
web-learn-title = Your first game of { $game }
web-teacher = Your teacher
web-show-me = Show me
web-nudge = You may do that in a real game. This time, do what glows.
web-lesson-back = Step back
web-lesson-progress = { $done } percent of the lesson
web-lesson-again = From the beginning
web-lesson-go-on = Go on with this game
web-lesson-missing = This game has no lesson yet.

## Around the board

web-options = Settings
web-sounds = Sounds
web-motion = Animations
web-here = at the table
web-away = away
web-gave-up = has resigned
web-bot-plays = a bot plays meanwhile
web-program = a program
web-asked = their turn
web-watchers = { $count ->
    [one] { $count } watching
   *[other] { $count } watching
}
web-time-left = Time left: { $time }
web-named = { $name }: { $what }
web-time-days =
    { $days ->
        [one] { $days } day
       *[other] { $days } days
    } { $hours ->
        [one] { $hours } hour
       *[other] { $hours } hours
    }
web-time-hours = { $hours } h { $minutes } min
web-bot-for-me = Let a bot play for me
web-myself-again = Play myself again
web-concede = Resign
web-concede-sure = Really resign this game?
web-watch-link = Copy the link for watchers
web-luck-bound = Luck was fixed before the start. Its seal: { $seal }
web-since = What happened?
web-overtaken = The table has moved on, so your plan was dropped.
web-points = Points
web-talk = Chat
web-talk-new = Chat ({ $count })
web-nothing-said = No messages yet.
web-nothing-told = Nothing has happened yet.
web-score-part = Points for
web-speed = Speed
web-seen-from = Seen by
web-copy-step = Copy the link to this step
web-since-title = Since your move
web-skip = Skip
web-others-pace = Others’ turns
web-pace-slow = slowly
web-pace-normal = at ease
web-pace-quick = quickly
web-pace-at-once = at once

## The end, and looking back

web-to-rematch = To the next game
web-proving = Drawing every outcome again: { $done } %
web-deal-false = The secret does not give these outcomes!
web-podium = Result

## The lobby’s tables

web-pace-live = { $minutes } minutes each
web-watch-tables = Being played now
web-sandbox-table = sandbox
web-map = Map
web-map-template = Download as a template
web-map-problems = This map cannot be played on. { $count } things are wrong:
web-map-usual = the usual one
web-map-choose = choose a map file
web-bots-alike = The bots learnt on the usual map and judge this one by what is alike.
web-bots-hints = No network has learnt this edition: the bots go by hints, and are weaker.

## The table in words

web-text = The table in words
## Waiting for players

web-waiting-links = Send everyone a link, or let them scan a code. The game starts when every seat is taken.
web-waiting-others = The game starts when every seat is taken.
web-alone = These links work on this computer only. So that friends in your network can come, start the server with: rondel serve --friends

## Endings outside the rules

end-conceded = A player has resigned: the game is over.
end-timed-out = Time has run out for a player: the game is over.
end-absent = A player has stayed away: the game is over.
end-step-limit = The match has as many steps as a match may have: the points on the table decide.
web-sit-down = Sit down

## Invitations, waiting, and those who stay away

web-invited = You are invited to { $game }
web-invited-by = { $host } invites you to { $game }
web-invited-watch = You are invited to watch { $game }
web-invited-watch-by = { $host } invites you to watch { $game }
web-watch = Watch
web-your-seat = your seat
web-you = you
web-waiting-for = { $game }: waiting for players
web-waiting-late = { $game }: waiting for { $players }
web-renew-link = New link
web-renew-watch = New link for watchers (the old one ends)
web-fill = or seat a bot here
web-choose-bot = choose its level
web-free-seat = Give the seat to a person
web-remove = Remove
web-remove-sure = Really remove { $player } from this table?
web-leave = Leave the table
web-friend = a friend
web-bot-level = bot: { $bot }
web-opponent = Opponent { $seat }
web-name-of = Name of { $seat }
web-span-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
web-span-hours = { $count ->
    [one] { $count } hour
   *[other] { $count } hours
}
web-span-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
web-patience = Whoever makes no step for { $time } on their turn can be replaced by a bot, or loses if the others claim it.
web-patience-live = Whoever stays away for { $time } on their turn can be replaced by a bot.
web-absent = { $player } does not move. In { $time } you may let a bot play for them, or claim the win.
web-absent-you = Make a step within { $time }: after that the others may let a bot play for you, or claim the win.
web-absent-now = The others may now let a bot play for you, or claim the win, until you make a step.
web-does-not-move = { $player } does not move.
web-absent-live = { $player } is away. In { $time } you may let a bot play for them.
web-stays-away = { $player } stays away.
web-has-left = { $player } has left the table.
web-bot-for = Let a bot play for { $player }
web-claim = Claim the win
web-claim-out = Count { $player } as having resigned
web-consent = A bot may play for me while I am away
web-hand-over = New link to the seat of { $player }
web-taken-back = { $count ->
    [one] One turn was taken back in this game.
   *[other] { $count } turns were taken back in this game.
}
web-turn-of = { $player }, it is your turn

## The ending, and looks

web-theme-dusk = dusk
web-theme-plain = high contrast
web-you-won = { $by ->
    [one] You win by { $by } point!
   *[other] You win by { $by } points!
}
web-you-won-level = You win by the tie-break!
web-won-by = { $by ->
    [one] { $player } wins by { $by } point
   *[other] { $player } wins by { $by } points
}
web-won-by-level = { $player } wins by the tie-break
web-wins = { $player } wins
web-you-win = You win
web-ended-by = { $wins }: { $gave }
web-gave-conceded = { $player } has resigned
web-gave-timed-out = { $player } has run out of time
web-gave-absent = { $player } has stayed away
web-gave-out = { $player } are out of the game
web-curve = Points over time
web-turned = The game turned at step { $step }: from then on the winner was never behind.
web-turned-show = See that moment
web-share = Share a picture

### What the server refuses

error-no-such-table = There is no such table.
error-unauthenticated = Enter your name first.
error-not-your-seat = This is not your seat.
error-not-your-table = Only whoever set up the table may do that.
error-seat-taken = Somebody else has taken this seat.
error-removed = You were removed from this table; a link lets you come back.
error-still-there = This seat is still its player’s.
error-time-up = The time of the player on turn is up.
error-cannot-merge = Only a guest’s games can be taken along.
error-bad-passkey = This passkey does not sign anybody in here.
error-muted = A moderator has muted you for a while. You can play on.
error-suspended = A moderator has suspended this account.
error-no-such-identity = There is nobody of this id whom you may act upon.
error-no-such-report = There is no such report, or no such remark to report.
error-bad-code = This code is not valid any more. Make a new one on the other device.
error-not-for-programs = This is for people; a program has its token.
error-no-such-person = There is no such person here.
error-no-such-channel = There is no such way to be notified any more.
error-invalid-notice-address = Nothing can be sent there: a webhook needs an https address on the internet, an e-mail a whole address.
error-no-such-device = You are not signed in on this device any more.
error-bad-link = This link leads nowhere. Ask for a new one.
error-storage-full = This server has no room for another table. Matches in progress can be finished.
error-admins-only = This page is for the administrators of this server.
error-expired-link = This link was used already, or has expired. Ask for a new one.
error-invalid-state = That is not possible at this point of the match.
error-chance-between = Luck has spoken since: the others must agree before it is taken back.
error-chat-forbidden = Watchers may not talk at this table.
error-rate-limited = Slowly, please: too many requests. Try again in a moment.
error-too-many = You have as many of these open as one visitor may have. Close one first.
error-overloaded = Many others wait for the same just now. Try again in a moment.
error-too-long = This match is too long for that here.
error-request-timeout = The request took too long to arrive. Try again.
error-invalid-name = This name has characters that nobody can see or read. Choose another.
error-invalid-text = This remark has characters that nobody sees.
error-name-taken = Somebody at this table is called almost the same. Choose another name.
error-too-large = That is too long.
error-daily-challenge = This is the daily challenge: it is played once, alone and without taking back; others see it tomorrow.
error-match-running = People are playing this position against each other: nobody gets help with it before their match is over.
error-no-such-day = There is no challenge for that day.
error-no-such-puzzle = There is no such puzzle.
error-unavailable = The server cannot save at the moment. Nothing is lost; try again shortly.
error-wrong-origin = The server did not accept this page’s address ({ $origin }): whoever runs it should look at the settings of its proxy.
error-unknown-host = The server does not go by the name { $host }: whoever runs it should add it to RONDEL_HOSTS.

### Reviews

web-review = Game review
web-review-wait = Analysing the game: { $done } %
web-review-deeper-wait = Deeper analysis: { $done } %
web-review-stop = Stop
web-review-failed = This review could not be made.
web-review-deeper = Deeper analysis
web-review-board = The position on the board
web-review-moment = Position
web-review-play-on = Play it from here against bots
web-review-turns = All turns
web-review-turn = { $player } ({ $name }): { $played }
web-advice = Hint
web-hint = Show a hint
web-hint-marks = A hint marks the game as played with help.
web-hint-best = Best move ({ $chance }):
web-hint-why = { $loss ->
    [0] As good: { $other }
   *[other] Next best, { $loss } % less: { $other }
}
web-hint-show = Show it on the board
web-hint-worth = What is each option worth?
web-helped = { $count ->
    [one] Played with help: { $count } hint or bot for a player
   *[other] Played with help: { $count } hints or bots for a player
}
web-aborted-before = { $count ->
    [one] Whoever made this table aborted a match of this game after its deal within the hour before, and began again.
   *[other] Whoever made this table aborted { $count } matches of this game after their deal within the hour before, and began again.
}

# Puzzles
web-puzzles = Puzzles
web-puzzle = Puzzle
web-puzzles-title = Puzzles of { $game }
web-puzzles-none = There are no puzzles of this game.
web-puzzle-find = One turn stands clearly above all others. Find it, to its last step.
web-puzzle-right = That is it!
web-puzzle-margin = The next best turn would have cost { $loss } % of your chances to win.
web-puzzle-wrong = Not quite: this turn costs { $loss } % of your chances to win.
web-puzzle-shown = This is the turn.
web-puzzle-again = Try again
web-puzzle-solve = Show me
web-puzzle-next = Next puzzle
web-puzzle-level = Which ones?
web-puzzle-level-all = All puzzles
web-puzzle-level-easy = Easy ones
web-puzzle-level-medium = Medium ones
web-puzzle-level-hard = Hard ones
web-puzzle-is-easy = Easy
web-puzzle-is-medium = Medium
web-puzzle-is-hard = Hard
web-puzzle-streak = In a row: { $count } (best: { $best })
web-puzzle-left = { $left } of { $count } to go
theme-ending = It ends the game at the right moment.
theme-quiet = It leaves points behind that could be had at once, for more later.

# The daily challenge
web-daily = Daily challenge
web-daily-title = { $game }: daily challenge
web-daily-about = Everybody plays the same deal, with the same luck, against the same opponent ({ $bot }), who answers the same turns alike. How far ahead do you come?
web-daily-once = Once only, without taking back. Others see your game tomorrow.
web-daily-play = Play
web-daily-go-on = Continue
web-daily-left = The next challenge starts in { $hours } h { $minutes } min.
web-daily-past = This day is over: every game of it can be replayed.
web-daily-today = To today’s challenge
web-daily-yours = { $lead ->
    [ahead] { $points } points, { $margin } ahead: place { $place } of { $played }
    [behind] { $points } points, { $margin } behind: place { $place } of { $played }
   *[level] { $points } points, level with the opponent: place { $place } of { $played }
}
web-daily-yours-conceded = You resigned.
web-daily-results = Leaderboard
web-daily-best = Best of the day before
web-daily-all = All results of that day
web-daily-nobody = Nobody has finished it yet.
web-daily-place = Place
web-daily-name = Name
web-daily-points = Points
web-daily-margin = Ahead
web-daily-conceded = resigned
web-daily-replay = Replay
web-daily-share-button = Share
web-daily-share = { $lead ->
    [ahead] { $game }, challenge of { $day }: { $margin } ahead, place { $place } of { $played }
    [behind] { $game }, challenge of { $day }: { $margin } behind, place { $place } of { $played }
   *[level] { $game }, challenge of { $day }: level, place { $place } of { $played }
}
web-daily-share-conceded = { $game }, challenge of { $day }: resigned
web-daily-copied = Copied: paste it anywhere.
web-daily-proof = How you can check the luck
web-daily-proof-about = The luck of a day is fixed beforehand by a secret. Its seal is shown a day earlier, the secret itself when the day is over: then anyone can draw every outcome again.
web-daily-commitment = Seal of this deal
web-daily-next-commitment = Seal of tomorrow’s deal
web-daily-secret = Secret of this deal
web-third-party = Third-party licences

## A page that does not exist

web-no-page = There is no such page
web-no-page-about = The address may have been mistyped, or the page has gone. Nothing of yours is lost.

# Administration
web-admin-title = Administration
web-admin-sign-in-about = This link makes you an administrator of this server. You are signed out on your other devices.
web-admin-sign-in = Become an administrator
web-admin-how = To become one, run this command where the server runs, and open the link that it prints:
web-admin-server = Server
web-admin-version = Version
web-admin-commit = Commit
web-admin-database = Database
web-admin-revision = Schema revision
web-admin-size = Size
web-admin-free = Free disk space
web-admin-tables = Tables and people
web-admin-tables-open = Open tables
web-admin-tables-playing = Matches in progress
web-admin-tables-over = Finished matches
web-admin-tables-aborted = Aborted matches
web-admin-people = Guests, accounts and programs
web-admin-queue = Queue
web-admin-bots-waiting = Tables that wait for a bot
web-admin-bots-claimed = Tables whose bot is being moved
web-admin-task = Task
web-admin-state = State
web-admin-count = Count
web-admin-oldest = Oldest
web-admin-task-waiting = waiting
web-admin-task-claimed = in progress
web-admin-task-answered = answered
web-admin-task-done = done
web-admin-task-dead = given up
web-admin-processes = Processes
web-admin-process-server = Server
web-admin-process-worker = Worker
web-admin-silent = No report for { $time }: it may have crashed.
web-admin-other-version = It runs another version: { $version }
web-admin-started = Running for
web-admin-processor = Processor
web-admin-load = Load of its machine
web-admin-load-of = { $load } on { $cores ->
    [one] { $cores } core
   *[other] { $cores } cores
}
web-admin-memory = Memory
web-admin-tables-in-memory = Tables in memory
web-admin-connections = Open connections
web-admin-requests = Requests per second
web-admin-failures = Failed requests since the start
web-admin-problems = Recent warnings and errors
web-admin-no-problems = None.
web-account-title = Account
web-account-open = Account
web-account-name = Name
web-account-save = Save
web-account-saved = Saved.
web-account-nobody = You have no account here yet. Play under any name, or sign in to the one you use on another device.
web-account-sign-in = Sign in
web-account-transfer = Continue on another device
web-account-transfer-about = Your games and your name come along.
web-account-transfer-how = Scan the QR code with the other device, or open { $address }/sign-in there and enter:
web-account-transfer-limits = The code works once, for ten minutes. Show it to nobody else: whoever uses it plays as you.
web-account-qr = QR code to sign in on another device
web-account-code = Show code
web-account-code-again = New code
web-account-ways = Keep your account
web-account-ways-about = Without a passkey or recovery codes, your account is lost with the last device that is signed in.
web-account-ways-safe = You can sign in even if you lose all devices.
web-account-passkey = Passkey
web-account-remove = Remove
web-account-add-passkey = Add a passkey
web-account-recovery = Make recovery codes
web-account-recovery-again = Replace the recovery codes
web-account-recovery-left = Recovery codes left: { $count }
web-account-recovery-about = Write these codes down now; they are not shown again. Each works once.
web-account-devices = Devices
web-account-device-unknown = Unknown device
web-account-device-this = This device
web-account-device-seen = Last used { $day }
web-account-sign-out = Sign out
web-account-sign-out-others = Sign out all others
web-account-data = Your data
web-account-data-about = Everything this server keeps about you, as one file.
web-account-export = Download
web-account-delete = Delete the account
web-account-delete-about = Your names and remarks vanish from all tables; the games stay. This cannot be undone.
web-account-delete-sure = Delete for good
web-account-keep = Keep it
web-sign-in-title = Sign in
web-sign-in-about = Enter the code that your other device shows under “Account”, or a recovery code.
web-sign-in-code = Code
web-sign-in-next = Continue
web-sign-in-or = Or, without a code:
web-sign-in-passkey = Sign in with a passkey
web-sign-in-who = This code signs you in as { $name }.
web-sign-in-guest = On this device you are { $name }. Only take these games along if { $name } is you.
web-sign-in-continue = Continue as { $name }
web-sign-in-merge = Continue as { $name } with these games
web-sign-in-no-merge = Continue without these games
web-sign-in-cancel = Cancel
web-admin-quotas = Quotas and retention
web-admin-quotas-about = 0 means none. All processes follow a change at once.
web-admin-quota-tables-per-person = Unfinished tables per person
web-admin-quota-tables-per-address = Unfinished tables per address
web-admin-quota-storage-mb = Database size from which no table is made, in MB
web-admin-quota-keep-days = Days to keep abandoned tables and unused guests
web-admin-quota-keep-finished-days = Days to keep finished matches
web-admin-save = Save
web-admin-saved = Saved.
web-admin-prune = Delete by age
web-admin-prune-about = Deletes abandoned tables, sandboxes and guests without games. Make a backup first.
web-admin-prune-days = Age in days
web-admin-prune-finished = Finished matches and their results too
web-admin-prune-count = Count only
web-admin-prune-now = Delete
web-admin-would-prune = Tables that would be deleted: { $tables }; guests: { $guests }
web-admin-pruning = Deletion runs in the background; its outcome appears here.
web-admin-pruned = Last deletion, { $when }: tables: { $tables }; guests: { $guests }

### People

web-rated = Rated: the result counts for the players’ ratings
web-ranks = Leaderboard
web-ranks-about = People are rated by games with each other; bots begin where tournaments placed them. A question mark means that a rating is still uncertain.
web-ranks-days = Games over days
web-ranks-live = Games with a clock
web-ranks-untimed = Games without a clock
web-ranks-place = Place
web-ranks-player = Player
web-ranks-rating = Rating
web-ranks-games = Games
web-ranks-bot = bot
web-profile-title = My games and statistics
web-profile-games = { $games ->
    [0] No finished games
    [one] One finished game
   *[other] { $games } finished games
}
web-profile-since = here since { $day }
web-profile-next = You beat “{ $beaten }”. Try “{ $next }” next.
web-profile-rates = Games won
web-profile-players = { $players ->
    [one] One player
   *[other] { $players } players
}
web-profile-bests = Personal bests
web-profile-points = { $points ->
    [one] One point
   *[other] { $points } points
}
web-profile-streak = Daily challenge: { $current } in a row, at most { $longest }
web-profile-history = Finished games
web-profile-filter = Show
web-profile-all = all
web-profile-won = won
web-profile-lost = lost
web-profile-no-games = No finished games yet.
web-profile-more = Show more
web-notices-title = Notifications
web-notices-ways = Where you are notified
web-notices-none = You are not notified anywhere yet.
web-notices-push = Browser
web-notices-mail = E-mail
web-notices-webhook = Webhook
web-notices-kinds = What for
web-notices-kind-turn = your turn
web-notices-kind-time = time running short
web-notices-kind-undo = undo requests
web-notices-kind-over = end of a game
web-notices-kind-invited = invitations
web-notices-dropped = Nothing is sent there any more: { $problem }
web-notices-unconfirmed = Open the link in the e-mail that was sent there.
web-notices-test = Send a test
web-notices-tested = A test is on its way.
web-notices-remove = Remove
web-notices-add = Add another way
web-notices-add-push = Notify me in this browser
web-notices-no-push = This browser shows no notifications while the page is closed.
web-notices-refused = This browser does not allow notifications from here.
web-notices-mail-address = E-mail address
web-notices-digest = one e-mail a day at most
web-notices-add-mail = Add e-mail
web-notices-mail-sent = An e-mail with a link was sent to this address.
web-notices-webhook-address = Webhook, for example of a Discord or Slack channel
web-notices-add-webhook = Add webhook
web-notices-secret = The key that signs its messages, shown only now:
web-notices-quiet = Quiet hours
web-notices-quiet-from = from
web-notices-quiet-until = until
web-notices-save = Save
web-notices-saved = Saved.
web-notices-confirmed = The address is confirmed.
web-notices-leave-about = Shall no more e-mail be sent to this address?
web-notices-leave = Unsubscribe
web-notices-left = No more e-mail is sent to this address.
