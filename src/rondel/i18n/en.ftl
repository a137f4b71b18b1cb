### Names and lists

seat = Player { $seat }
player = { $player }
list-and = { $first } and { $last }
list-none = nothing

### Results

points = { $count ->
    [one] { $count } point
   *[other] { $count } points
}
result-winner = { $points ->
    [one] { $player } wins with { $points } point.
   *[other] { $player } wins with { $points } points.
}
result-shared = { $points ->
    [one] { $players } share the victory with { $points } point each.
   *[other] { $players } share the victory with { $points } points each.
}
result-place = { $place ->
    [1] 1st place: { $player }, { $points }
    [2] 2nd place: { $player }, { $points }
    [3] 3rd place: { $player }, { $points }
   *[other] { $place }th place: { $player }, { $points }
}

### Errors

error-error = Something went wrong.
error-unknown-game = There is no game called “{ $name }”. Known games: { $known }.
error-unknown-edition = There is no edition called “{ $name }”. Known editions: { $known }.
error-wrong-players = This game is for { $least } to { $most } players, not for { $players }.
error-unreadable-step = “{ $text }” is not a step of this game.
error-illegal-step = “{ $text }” is not possible now.
why-not-now = Not now. { $prompt }
error-stale-step = The match has changed meanwhile: your step belongs to position { $answered }, and the match is at { $now }.
error-not-your-turn = It is not your turn.
error-nothing-to-undo = There is no step of yours to take back.
error-unsound-position = No position can look like this: { $problems }.
error-unreadable-record = The record cannot be read from line { $line } on: { $problem }
error-incompatible-record = The record follows other rules: it says { $written }, this is { $known }.
error-false-deal = Step { $step } was not dealt fairly: { $problem }
error-wrong-argument = { $name } cannot be { $given }.
error-unreadable-file = The file { $file } cannot be read: { $problem }.
error-unwritable-file = The file { $file } cannot be written: { $problem }.
error-file-exists = The file { $file } exists already; nothing was overwritten.
error-missing-extra = This needs an optional package: pip install "rondel[{ $extra }]".
error-drawing-not-built = The drawing is not built: run “make web” in the clone.
error-no-picture = There is no drawn board for { $game }.
error-game-over = The game is over.

problem-players = the number of players is wrong

### Bots

bot-random = random
bot-beginner = beginner
bot-casual = casual player
bot-regular = regular
bot-skilled = skilled player
bot-expert = expert
bot-master = master
bot-champion = champion

### Records

record-no-field = the header does not say “{ $name }”.
record-no-header = “{ $text }” is no header line.
record-twice = “{ $name }” occurs twice.
record-no-editions = { $game } has no custom editions.
record-short-header = the file ends within its header.
record-long-header = the header has no end.
record-short-line = the file ends within this line.
record-bad-secret = the secret is not hexadecimal.
record-bad-nonces = the nonces cannot be read.
record-cut-off = the file ends after { $found } of { $promised } steps.
record-too-long = a record can have { $most } steps; this one has more.
record-other-result = the header says “{ $promised }”, the steps give “{ $found }”.
record-other-secret = the secret does not fit the seal.
record-other-outcome = “{ $text }” is not the outcome that the secret gives.

### Command line

cli-game = { $name }: { $title }, for { $players } players
cli-game-left-out = left out: { $folder }: { $problem } [{ $code }]
cli-bot = { $bot } bot
cli-commitment = The deal is fixed and can be verified later. Seal: { $commitment }
cli-unprovable = The secret of the first deal is missing: new chance outcomes are drawn, and the match cannot be verified later.
cli-saving = Saved after every step in { $file }
cli-hint = Type a key, a number or a step. { $help } lists the commands.
cli-more-choices = … { $count ->
    [one] and one more choice: Enter shows them all
   *[other] and { $count } more choices: Enter shows them all
}
cli-unclear = “{ $text }” could be { $options }.
cli-undone = Taken back: { $step }
cli-saved = Saved in { $file }
cli-left = The match is saved. Go on with: rondel play --resume { $file }
cli-over = The match is over.
cli-finished = The whole match is in { $file }: rondel replay shows it, rondel verify checks it.
cli-ready = Rondel is ready: { $address } (Ctrl+C stops it)
cli-friends = Friends in the same network come by { $address }
cli-alone = Only this computer can reach it. Start it with --friends, and friends in your network can come.
cli-public = Players connect to { $address }
cli-ask-friends = May friends in your network join your tables? (yes/no)
cli-yes = yes
cli-friends-kept = Saved. --friends or --alone changes it.
cli-compiling = compiling { $title }, once: rules and bots
cli-compiled = { $title }: ready after { $seconds } s
cli-thinking = { $name } is thinking …
cli-mended = { $problem } Continuing after step { $step }, in a new file.
cli-bots-alike = The bots were trained on the default map; on this one they are less accurate.
cli-bots-hints = No network was trained on this edition: the bots use heuristics and are weaker.
cli-help =
    Type the key of a choice, its number in the menu, the step as it is written, or its beginning.
    The rules: rondel rules { $game }
cli-command-undo = undo
cli-command-table = table
cli-command-log = log
cli-command-save = save
cli-command-help = help
cli-command-quit = quit
cli-about-undo = take back your last step
cli-about-table = show the table again
cli-about-log = print the last steps; a number after it says how many
cli-about-save = save now, or go on in the file you name
cli-about-help = show this
cli-about-quit = leave; the match is saved
cli-simulating = simulating
cli-simulated = { $title }: { $games ->
    [one] { $games } game
   *[other] { $games } games
} of { $players } uniform random players, points by seat
cli-mean = mean
cli-deviation = std. dev.
cli-least = least
cli-most = most
cli-victories = victories
cli-share = { NUMBER($share, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) } ({ NUMBER($low, minimumFractionDigits: 1, maximumFractionDigits: 1) }–{ NUMBER($high, minimumFractionDigits: 1, maximumFractionDigits: 1) })
cli-tenths = { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) }
cli-decisions = decisions in a game
cli-even-share = Even chances would be { NUMBER($share, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) } each. Victories are given with their 95 % interval; shared ones are split.
cli-pace = { $seconds } s: { $games } games and { $decisions } decisions a second
puzzle-title-easy = { $game }: an easy puzzle
puzzle-title-medium = { $game }: a puzzle
puzzle-title-hard = { $game }: a hard puzzle
puzzle-question = { $player } to move: one turn is clearly better than all others. Which?
cli-puzzling = looking for puzzles
cli-puzzles-checking = checking puzzles
cli-puzzles-rival = { $id }: another turn is as good: { $turn }
cli-puzzles-unstable = { $id }: deeper searches disagree about the solution
cli-puzzles-playouts = { $id }: another turn won more games: { $turn }
cli-puzzles-unfinished = { $done } of { $all } done; the same command goes on
cli-puzzles-sound = { $count } of { $all } puzzles have one solution
cli-puzzles-easy = { $count } easy
cli-puzzles-medium = { $count } medium
cli-puzzles-hard = { $count } hard
cli-error-other-settings = { $file } was begun with other settings: take them, or another file
cli-unended = { $count ->
    [one] 1 game did not end
   *[other] { $count } games did not end
}
cli-step = Step { $step } of { $steps }
cli-leaf = Enter: one step on · b: back · e: the end · a number: that step · q: leave
cli-verified = { $steps ->
    [one] 1 step replayed: it follows the rules.
   *[other] { $steps } steps replayed: all follow the rules.
}
cli-proved = The deal was fair: every outcome follows from the secret, and the secret fits the seal.
cli-not-proved = The deal cannot be verified: the record does not contain the secret.
cli-nonces = { $count ->
    [one] One player contributed a random number before the start.
   *[other] { $count } players contributed random numbers before the start.
}
cli-unfinished = The match is not over yet.
cli-error-unknown-language = there are no messages in “{ $name }”; there are { $known }
cli-error-unknown-bot = no bot is called “{ $name }”; there are { $known }
cli-error-no-game = the name of a game is missing; there are { $known }
cli-error-other-game = this is a record of { $recorded }, not of { $name }
cli-error-no-such-step = there is no step { $step }; the record has { $steps }
cli-error-no-rules-text = { $name } has no rules text in “{ $language }”
cli-map-sound = { $file }: a match can be played on this map.
cli-error-wrong-argument = { $name } cannot be { $given }: { $wanted }
cli-error-no-maps = { $name } has no custom maps
cli-error-short-secret = RONDEL_SECRET and RONDEL_OLD_SECRETS need keys of at least { $least } characters
cli-error-invalid-setting = { $name } must be { $expected ->
    [count] a whole number, 0 or more
    [positive] a whole number, 1 or more
    [port] a port: a number from 0 to 65535
    [seconds] a number of seconds, 0 or more
    [interval] a number of seconds above 0
    [level] debug, info, warning or error
    [boolean] true or false
   *[other] text
}, not “{ $given }”
cli-error-invalid-database = { $problem ->
    [slashes] RONDEL_DATABASE needs three slashes before a file: sqlite:///rondel.db, or four before a full path
    [memory] RONDEL_DATABASE must name a file: sqlite:///rondel.db
    [unreadable] RONDEL_DATABASE cannot be read: write postgresql://USER:PASSWORD@HOST/NAME, with %40 for @ and %2F for / in the password
   *[other] RONDEL_DATABASE must begin with sqlite:/// or postgresql://
}
cli-error-invalid-smtp = RONDEL_SMTP must begin with smtp:// or smtps:// and name a host, together with a sender in RONDEL_MAIL_FROM, for example smtps://user:password@mail.example.org and games@example.org
cli-error-invalid-redis = RONDEL_REDIS must begin with redis://, rediss:// or unix://, for example redis://localhost:6379
cli-error-missing-setting = { $name } is not set, and this command needs it
cli-error-conflicting-settings = { $first } and { $second } are both set: remove one
cli-error-unreadable-setting = { $name } names { $file }, which cannot be read: { $problem }
cli-error-unknown-setting = { $file } sets “{ $name }”, which is no setting{ $similar ->
    [none] {""}
   *[other] ; is it { $similar }?
}
cli-error-unusable-database = { $problem ->
    [password] the database { $place } refuses the user or the password: correct them in RONDEL_DATABASE ({ $reason })
    [missing] the database { $place } does not exist: create it with createdb, or correct RONDEL_DATABASE
    [folder] the database { $place } cannot be opened: make its folder and allow this user to write there ({ $reason })
    [readonly] the database { $place } cannot be written to: allow this user to write there ({ $reason })
    [rights] this user may not create tables in the database { $place }: make it the owner
    [format] { $place } is not an SQLite database: correct RONDEL_DATABASE
    [locked] the database { $place } is locked by another program: stop it, or raise RONDEL_LOCK_SECONDS
    [newer] the database { $place } was used by a newer Rondel (revision { $reason }): install that version, or restore a backup
   *[other] the database { $place } cannot be reached: check that it runs and that RONDEL_DATABASE is right ({ $reason })
}
cli-error-key-not-announced = the servers that run do not know this RONDEL_SECRET yet: start them first with it in RONDEL_OLD_SECRETS, then again with it as RONDEL_SECRET
cli-error-unreachable-redis = Redis cannot be reached: check that it runs and that RONDEL_REDIS is right ({ $reason })
cli-check-database = ✓ database { $place }, version { $version }
cli-check-migration = · the first start migrates it from revision { $revision } to { $newest }: make a backup first
cli-check-redis = ✓ Redis
cli-check-games = ✓ games: { $games }
cli-check-port = ✓ { $host }, port { $port } is free
cli-check-unknown = ! { $name } is no setting; most similar: { $known }
cli-check-secure = ! RONDEL_ADDRESS is https, but RONDEL_SECURE is not true: browsers would send cookies without encryption
cli-check-passed = A server can start with these settings.
cli-error-port-taken = port { $port } is taken, perhaps by a Rondel that runs already; choose another with --port
cli-error-redis-required = another server process uses this database: set the same RONDEL_REDIS for all of them
cli-error-invalid-address = RONDEL_METRICS needs a port, or an address and a port such as 127.0.0.1:9100, not { $address }
cli-backed-up = { $file } is written: { $rows } rows.
cli-pruned = Deleted: { $tables } tables, { $guests } guests.
cli-rated = Ratings computed from { $matches } matches.
cli-would-prune = Would be deleted: { $tables } tables, { $guests } guests.
cli-restored = { $rows } rows of { $file } are in the database.
cli-admin-link = Open this link within { $minutes } minutes to become an administrator. It works once.
cli-admin-version = Rondel { $version }, commit { $commit }
cli-admin-database = database: { $kind } { $version }, revision { $revision }, { NUMBER($size, maximumFractionDigits: 1) } MB, free on the disk: { $free }
cli-admin-tables = tables: { $open } open, { $playing } playing, { $over } finished, { $aborted } aborted; people: { $people }
cli-admin-bots = bots: { $waiting } tables wait, { $claimed } are being moved; tasks:
cli-admin-dead = ✗ { $kind } { $key } was given up: { $error }
cli-error-outdated-database = no server of this version has used this database yet: start one first
cli-error-nobody-there = nobody has the id { $identity }: `rondel admin roles` lists ids
cli-error-unreadable-backup = this is not a complete backup of a known version: { $problem }
cli-error-database-not-empty = this database is not empty; a backup can only be restored into an empty one
cli-error-database-missing = no server has used this database yet, so there is nothing to back up; check the address
cli-error-unavailable = the database does not answer, or the disk is full

### Arena

arena-playing = playing
arena-title = { $title }: the arena
arena-lead = { $games ->
    [one] { $games } game
   *[other] { $games } games
} of { $entrants } bots, { $players } at a table, on { $deals ->
    [one] one deal
   *[other] { $deals } deals
}: every deal was played in every rotation of the seats, with the same chance outcomes.
arena-percent = { NUMBER($share, style: "percent", maximumFractionDigits: 0) }
arena-whole = { NUMBER($number, maximumFractionDigits: 0) }
arena-seconds = { NUMBER($seconds, minimumFractionDigits: 3, maximumFractionDigits: 3) } s
arena-bot = bot
arena-rating = rating
arena-games = games
arena-victories = victories
arena-points = points
arena-pace = per decision
arena-slowest = slowest game
arena-lost-steps = lost steps
arena-fault = fault
arena-often = count
arena-first-step = first step
arena-detail = message
arena-seat = seat { $seat } (⌀ { NUMBER($points, maximumFractionDigits: 1) })
arena-standings = Standings
arena-standings-about = Ratings and victories with their 95 % intervals; a shared victory counts as a part. Seconds are the mean per decision, and that of the slowest game.
arena-ratings = Ratings
arena-ratings-about = OpenSkill (Plackett–Luce): all places count, not only the first. The line is the 95 % interval.
arena-pairs = Head to head
arena-pairs-about = Read along the line: how often that bot finished ahead of the one above the column. Ties count half.
arena-scores = Scores
arena-scores-about = Half of the games lie within the box; its line is the middle, the dot the mean, the thin line reaches from the worst game to the best.
arena-sources = Points by source
arena-sources-about = Mean points by source, in the order of the legend.
arena-seats = Results by seat
arena-seats-about = Victories by seat, whoever sat there, with their 95 % intervals; the dashed line marks even chances ({ $even }).
arena-lengths = Length of the games
arena-lengths-about = Decisions of all players together; chance is not counted.
arena-faults = Lost steps
arena-faults-about = Where a bot failed, a random step was made in its place and the game went on.
arena-fault-crashed = it crashed
arena-fault-silent = it did not answer in time
arena-fault-rubbish = it answered with something unreadable
arena-fault-illegal = its step was not possible
arena-elo = Elo
arena-elo-range = { $elo } ±{ $margin }
arena-won = { $value } ({ $low }–{ $high })
arena-short-bot = bot
arena-short-elo = Elo
arena-short-rating = skill
arena-short-games = games
arena-short-victories = won %
arena-short-points = points
arena-short-pace = sec.
arena-short-lost-steps = lost
arena-short-unended = open
arena-pause = { NUMBER($seconds, minimumFractionDigits: 3, maximumFractionDigits: 3) }
arena-columns = Skill is OpenSkill’s, sec. the seconds for a decision; lost are steps, open are games without an end.
arena-unended = no end
arena-scale = Elo is the ladder’s: 400 points are odds of ten to one. ± and ( ) are 95 % intervals.
arena-scale-mean = Elo is 1500 in the mean: 400 points are odds of ten to one. ± and ( ) are 95 % intervals.
arena-test-open = { $one } and { $other }: not decided after { $deals ->
    [one] one deal
   *[other] { $deals } deals
}.
arena-test-higher = { $one } is stronger than { $other } by what was asked for, decided in { $deals ->
    [one] one deal
   *[other] { $deals } deals
}.
arena-test-lower = { $one } is not stronger than { $other } by what was asked for, decided in { $deals ->
    [one] one deal
   *[other] { $deals } deals
}.
arena-partly = Only { $games } of { $planned } games have been played.
arena-unended-remark = { $count ->
    [one] One game did not end and is rated as it stood.
   *[other] { $count } games did not end and are rated as they stood.
} { $circling ->
    [0] Nobody went in circles.
   *[other] Went in circles: { $bots }.
}
arena-decided = Decided after { $deals ->
    [one] one deal
   *[other] { $deals } deals
}: no more were needed.
arena-games-lost = { $count ->
    [one] One game could not be played
   *[other] { $count } games could not be played
}: { $problem }
arena-interrupted = Interrupted. Go on with: rondel arena --resume { $folder }
arena-unreadable = { $count ->
    [one] One record could not be read and does not count.
   *[other] { $count } records could not be read and do not count.
}
arena-strengths = Strength
arena-strengths-about = Elo by Bradley–Terry: 400 points are odds of ten to one. The line is the 95 % interval of a bootstrap over deals, all seatings of a deal together.
arena-certainty = Probability of being stronger
arena-certainty-about = Read along the line: the probability that this bot is stronger than the one above the column.
arena-start = start
arena-endless = Games that did not end
arena-endless-about = They are rated as they stood when the limit was reached. A bot without any points in the second half of a game went in circles.
arena-record = record
arena-decisions = decisions
arena-circling = went in circles
arena-nobody = nobody
cli-error-game-lost = a game could not be played: { $problem }
cli-error-no-cluster = the Ray cluster { $address } cannot be reached: { $problem }
cli-error-no-records = there are no records of games in { $folder }
cli-error-no-tournament = { $folder } contains no tournament to resume
cli-error-mixed-records = records of { $kinds } cannot be rated together
cli-error-unreadable-test = “{ $text }” is not two strengths such as 0:20
cli-error-no-entrants = which game, and which bots? For example: rondel arena finca regular expert
arena-written = The report is { $report }, beside it are the numbers and the records.
arena-lost = { $count ->
    [one] One step was lost to a fault
   *[other] { $count } steps were lost to faults
}; the report tells which.
cli-simulated-bots = { $title }: { $games ->
    [one] { $games } game
   *[other] { $games } games
} of { $bots }, points by seat
cli-error-too-few-bots = { $players } seats need at least as many bots; there are { $entrants }
cli-error-other-count = { $bots } bots were named for { $players } seats
cli-error-no-such-puzzle = There is no puzzle { $puzzle } here.
cli-error-unknown-format = A picture cannot be written as { $file }: its name must end in one of { $known }.

### Bots

bots-name = name
bots-written = as an option
bots-about = description
bots-option = option
bots-kind = kind
bots-usual = default
bots-no-options = { $name } has no options.
bots-kind-random = uniformly random steps
bots-kind-greedy = the best turn, without looking further ahead
bots-kind-net = the best option by the evaluation network
bots-kind-search = Monte Carlo tree search
bots-kind-engine = an external program
bots-kind-own = a custom bot
bot-option-budget = seconds (0.25s) or simulations (2000) for a turn, with /step for a step; written first, without its name
bot-option-seed = the same seed gives the same choices
bot-option-temperature = randomness from 0 to 1: it chooses among options that lose at most this share of the distance between the best and the median option, better ones more often; 0 always chooses the best
bot-option-evaluator = evaluator of positions: network (if there is one), hints, or the file of a network, NAME.npz
bot-option-overlook = probability that an option is overlooked, from 0 to 1
bot-option-noise = standard deviation of evaluations in points
bot-option-exploration = exploration constant: weight of rarely visited steps
bot-option-unvisited_penalty = value by which an unvisited step is assumed worse than its parent
bot-option-prior_weight = weight of the priors in the selection, from 0 to 1
bot-option-win = weight of winning; the rest is the lead in points
bot-option-lead = lead in points that is worth half of the largest lead
bot-option-discount = factor per step: a win now is better than a win later
bot-option-guided = rollouts follow the game’s hints (1) or are uniformly random (0)
bot-option-rollout_turns = turns of a rollout before the table is evaluated
bot-option-tree_turns = turns that the search tree covers; 0 for no limit
bot-option-expansion_visits = visits after which a node is expanded
bot-option-opponent_beam_width = beam width for predicting other seats’ turns; 0 to search them fully
bot-option-prediction_visits = visits after which another seat’s turn is predicted
bot-option-prior_temperature = temperature of the network’s priors
bot-option-command = the program and its arguments, after another colon
benchmark-title = Benchmark { $name }: { $agent }
benchmark-opponent = against
benchmark-games = games
benchmark-won = won %
benchmark-points = points
benchmark-margin = { NUMBER($mine, minimumFractionDigits: 1, maximumFractionDigits: 1) } : { NUMBER($theirs, minimumFractionDigits: 1, maximumFractionDigits: 1) }
benchmark-score = Score: { NUMBER($score, minimumFractionDigits: 1, maximumFractionDigits: 1) } of 100 ({ NUMBER($low, minimumFractionDigits: 1, maximumFractionDigits: 1) } – { NUMBER($high, minimumFractionDigits: 1, maximumFractionDigits: 1) })
benchmark-trial = A trial: only { $games } of the { $planned } games that make a result have been played.
benchmark-written = The result is { $file }, beside it are the records.

### Training

train-progress = { $games } games, { $pace } decisions a second, loss { $loss }, { $hints } % won against the hints, kept { $kept } times
train-part = { $percent } %:
train-nothing-kept = nothing was saved: no newer network was as good as the first, which is in the file. Train longer, or start from another network (--start).
train-done = the network is in { $file }

### Reviews

review-step = “{ $label }”
review-more = more
review-loss = { $player } lost { $loss } %. Played: { $played }. Better: { $better }.
review-loss-unsure = { $player } perhaps lost { $loss } %; two evaluations differ. Played: { $played }. Perhaps better: { $better }.
review-conceded = { $player } resigned and lost { $loss } %.
review-timed-out = { $player } ran out of time and lost { $loss } %.
review-absent = { $player } was absent and lost { $loss } %.
review-luck = { $player } gained { $luck } % by luck ({ $weight } in { $total }). { $told }
review-bad-luck = { $player } lost { $luck } % by bad luck ({ $weight } in { $total }). { $told }
review-good = as good as any
review-inaccuracy = inaccuracy
review-mistake = mistake
review-blunder = blunder
review-maybe-good = perhaps as good as any
review-maybe-inaccuracy = perhaps an inaccuracy
review-maybe-mistake = perhaps a mistake
review-maybe-blunder = perhaps a blunder
review-title = Game review
review-player = player
review-start = start
review-lucky = luck
review-own = own turns
review-others = others’ turns
review-result = result
review-standing = current position
review-lost = lost per turn
review-points = points lost
review-decimal = { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) }
review-piece = Played { $played }, better { $better }: { $loss } lost, { $points } points
review-inaccuracies = inaccuracies
review-mistakes = mistakes
review-blunders = blunders
review-chances = Chances
review-moments = Key moments
review-no-moments = There was no large mistake, and no decisive luck.
review-percent = { $sign ->
   *[none] { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
    [plus] +{ NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
    [minus] −{ NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
}
review-after = after step { $step }
review-as-played = As played: { $chance }
review-better = Better: { $chance }
review-judged = Evaluated by { $judge ->
   *[network] the game’s network
    [hints] the game’s heuristics
}, { $simulations } simulations a position, seed { $seed }, rondel { $version }. Equal settings give equal numbers.
review-books = Start, luck, own turns and others’ turns add up exactly to the result. A turn counts by the evaluations before and after it; “lost per turn” compares it with the best turn.
review-judging = analysing

### Notices

notice-title = { $game } on Rondel
notice-turn = It is your turn against { $players }.
notice-turn-of = It is { $player }’s turn.
notice-time = Time is running short: it is still your turn against { $players }.
notice-undo = You are asked for your consent to take a move back.
notice-over = The game with { $players } is over.
notice-invited = You are invited to another game with { $players }.
notice-test = Notices reach you here.
notice-confirm = Open this link to be notified at this address. If you did not ask for it, do nothing.
notice-digest = { $tables ->
    [one] It is your turn at one table
   *[other] It is your turn at { $tables } tables
}
