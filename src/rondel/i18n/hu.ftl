### Names and lists

seat = { $seat }. játékos
player = { $player }
list-and = { $first } és { $last }
list-none = semmi

### Results

points = { $count } pont
result-winner = { $player } nyert { $points } ponttal.
result-shared = Közös győzelem { $points } ponttal: { $players }.
result-place = { $place }. hely: { $player }, { $points }

### Errors

error-error = Valami hiba történt.
error-unknown-game = Nincs „{ $name }” nevű játék. Ismert játékok: { $known }.
error-unknown-edition = Nincs „{ $name }” nevű kiadás. Ismert kiadások: { $known }.
error-wrong-players = Ez a játék legalább { $least }, legfeljebb { $most } játékosnak való, nem ennyinek: { $players }.
error-unreadable-step = „{ $text }” ebben a játékban nem lépés.
error-illegal-step = „{ $text }” most nem lehetséges.
why-not-now = Most nem. { $prompt }
error-stale-step = A játszma közben megváltozott: a lépésed { ARTICLE($answered) } { $answered }. álláshoz tartozik, a játszma { ARTICLE($now) } { $now }. állásnál tart.
error-not-your-turn = Nem te jössz.
error-nothing-to-undo = Nincs saját lépésed, amelyet visszavonhatnál.
error-unsound-position = Ilyen állás nem létezhet: { $problems }.
error-unreadable-record = Nem olvasható a jegyzőkönyv { $line }. sora, és ami utána jön: { $problem }
error-incompatible-record = A jegyzőkönyv más szabályokat követ: ott { $written }, itt { $known }.
error-false-deal = Nem tisztességes húzás a játszma { $step }. lépése: { $problem }
error-wrong-argument = { $name } nem lehet { $given }.
error-unreadable-file = Ez a fájl nem olvasható: { $file } ({ $problem }).
error-unwritable-file = Ez a fájl nem írható: { $file } ({ $problem }).
error-file-exists = Ez a fájl már létezik: { $file }; semmi sem íródott felül.
error-missing-extra = Ehhez egy választható csomag kell: pip install "rondel[{ $extra }]".
error-drawing-not-built = A rajz még nincs elkészítve: futtasd a „make web” parancsot a forrásmappában.
error-no-picture = Nincs rajzolt tábla ehhez a játékhoz: { $game }.
error-game-over = A játék véget ért.

problem-players = a játékosok száma nem megfelelő

### Bots

bot-random = puszta véletlen
bot-beginner = kezdő
bot-casual = alkalmi játékos
bot-regular = rendszeres játékos
bot-skilled = ügyes játékos
bot-expert = szakértő
bot-master = mester
bot-champion = bajnok

### Records

record-no-field = a fejlécből hiányzik: „{ $name }”.
record-no-header = „{ $text }” nem fejlécsor.
record-twice = „{ $name }” kétszer szerepel.
record-no-editions = ennek a játéknak nincs egyéni kiadása ({ $game }).
record-short-header = a fájl a fejlécén belül véget ér.
record-long-header = a fejlécnek nincs vége.
record-short-line = a fájl ennek a sornak a közepén véget ér.
record-bad-secret = a titok nem hexadecimális.
record-bad-nonces = a játékosok hozzájárulása a szerencséhez nem olvasható.
record-cut-off = a fájl { $found } lépés után véget ér, pedig { $promised } lépést ígér.
record-too-long = egy jegyzőkönyv legfeljebb { $most } lépésből állhat; ebben több van.
record-other-result = a fejléc szerint „{ $promised }”, a lépések szerint „{ $found }”.
record-other-secret = a titok nem illik a pecséthez.
record-other-outcome = „{ $text }” nem az, amit a titok oszt.

### Command line

cli-game = { $name }: { $title }, { $players } játékosnak
cli-game-left-out = kihagyva: { $folder }: { $problem } [{ $code }]
cli-bot = robot ({ $bot })
cli-commitment = Az osztás előre rögzített, később ellenőrizhető. Pecsét: { $commitment }
cli-unprovable = Az első osztás titka hiányzik: innentől új húzások jönnek, és ez a játszma később nem lesz ellenőrizhető.
cli-saving = Minden lépés után mentve ide: { $file }
cli-hint = Írj be egy billentyűt, sorszámot vagy lépést. A parancsok listája: { $help }
cli-more-choices = … és még { $count } lehetőség: az Enter mindet megmutatja
cli-unclear = „{ $text }” többféle lehet: { $options }.
cli-undone = Visszavonva: { $step }
cli-saved = Mentve ide: { $file }
cli-left = A játszma el van mentve. Így folytatható: rondel play --resume { $file }
cli-over = A játék véget ért.
cli-finished = Az egész játszma itt van: { $file }. A rondel replay megmutatja, a rondel verify ellenőrzi.
cli-ready = A Rondel készen áll: { $address } (leállítás: Ctrl+C)
cli-friends = Barátaid ugyanezen a hálózaton itt érik el: { $address }
cli-alone = Csak ez a számítógép éri el. Indítsd a --friends kapcsolóval, és a hálózatodon lévő barátaid is jöhetnek.
cli-public = A játékosok itt érik el: { $address }
cli-ask-friends = Jöhetnek az asztalaidhoz a hálózatodon lévő barátaid? (igen/nem)
cli-yes = igen
cli-friends-kept = Elmentve. A --friends vagy az --alone módosítja.
cli-compiling = { $title } fordítása, egyszer: szabályok és robotok
cli-compiled = { $title }: kész, { $seconds } mp alatt
cli-thinking = { $name } gondolkodik…
cli-mended = { $problem } Folytatás { ARTICLE($step) } { $step }. lépés után, új fájlban.
cli-bots-alike = A robotokat az alaptérképen tanították; ezen kevésbé pontosak.
cli-bots-hints = Ehhez a kiadáshoz nincs betanított háló: a robotok ökölszabályok szerint játszanak, és gyengébbek.
cli-help =
    Írd be egy választás betűjelét, sorszámát, a mellette álló lépést vagy annak az elejét.
    A szabályok: rondel rules { $game } --language hu
cli-command-undo = vissza
cli-command-table = asztal
cli-command-log = napló
cli-command-save = mentés
cli-command-help = súgó
cli-command-quit = kilép
cli-about-undo = visszavonod az utolsó lépésedet
cli-about-table = újra megmutatja az asztalt
cli-about-log = kiírja az utolsó lépéseket; utána szám adja meg, hányat
cli-about-save = ment most, vagy a megnevezett fájlban folytatja
cli-about-help = ezt mutatja meg
cli-about-quit = kilépsz; a játszma el van mentve
cli-simulating = szimulálás
cli-simulated = { $title }: { $players } véletlenül játszó játékos { $games } játszmája, pontok helyenként
cli-mean = átlag
cli-deviation = szórás
cli-least = legkevesebb
cli-most = legtöbb
cli-victories = győzelem
cli-share = { NUMBER($share, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) } ({ NUMBER($low, minimumFractionDigits: 1, maximumFractionDigits: 1) }–{ NUMBER($high, minimumFractionDigits: 1, maximumFractionDigits: 1) })
cli-tenths = { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) }
cli-decisions = döntés játszmánként
cli-even-share = Egyenlő eséllyel ez mindenkinek { NUMBER($share, style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1) } volna. A győzelmek 95%-os intervallummal állnak; a közösek megosztva.
cli-pace = { $seconds } mp: másodpercenként { $games } játszma és { $decisions } döntés
puzzle-title-easy = { $game }: könnyű feladvány
puzzle-title-medium = { $game }: feladvány
puzzle-title-hard = { $game }: nehéz feladvány
puzzle-question = { $player } következik: egy kör messze jobb minden másiknál. Melyik az?
cli-puzzling = feladványok keresése
cli-puzzles-checking = feladványok ellenőrzése
cli-puzzles-rival = { $id }: egy másik kör ugyanolyan jó: { $turn }
cli-puzzles-unstable = { $id }: a mélyebb keresések nem egyeznek a megoldásban
cli-puzzles-playouts = { $id }: egy másik kör több játszmát nyert: { $turn }
cli-puzzles-unfinished = { $all } közül { $done } kész; ugyanez a parancs folytatja
cli-puzzles-sound = { $all } feladványból { $count } megoldása egyértelmű
cli-puzzles-easy = { $count } könnyű
cli-puzzles-medium = { $count } közepes
cli-puzzles-hard = { $count } nehéz
cli-error-other-settings = { ARTICLE($file) } { $file } más beállításokkal kezdődött: azokkal folytasd, vagy válassz másik fájlt
cli-unended = { $count } játszma nem ért véget
cli-step = { $step }. lépés, összesen { $steps }
cli-leaf = Enter: egy lépés előre · b: vissza · e: a vége · szám: az a lépés · q: kilépés
cli-verified = { $steps } lépés visszajátszva: mind szabályos.
cli-proved = Az osztás tisztességes volt: minden húzás a titokból következik, és a titok illik a pecséthez.
cli-not-proved = Az osztás nem bizonyítható: a jegyzőkönyv nem fedi fel a titkot.
cli-nonces = { $count } játékos adott véletlen számot a kezdés előtt.
cli-unfinished = A játék még nem ért véget.
cli-error-unknown-language = „{ $name }” nyelven nincsenek üzenetek; ezek vannak: { $known }
cli-error-unknown-bot = nincs „{ $name }” nevű robot; ezek vannak: { $known }
cli-error-no-game = hiányzik a játék neve; ezek vannak: { $known }
cli-error-other-game = ez a jegyzőkönyv más játéké: { $recorded }, nem { $name }
cli-error-no-such-step = nincs { $step }. lépés; a jegyzőkönyvben { $steps } van
cli-error-no-rules-text = nincs szabályszöveg „{ $language }” nyelven ehhez: { $name }
cli-map-sound = { $file }: ezen a térképen lehet játszani.
cli-error-wrong-argument = { $name } nem lehet { $given }: { $wanted }
cli-error-no-maps = { ARTICLE($name) } { $name } nem játszható saját térképen
cli-error-short-secret = A RONDEL_SECRET és a RONDEL_OLD_SECRETS kulcsai legalább { $least } karakteresek
cli-error-invalid-setting = { $name } értéke nem lehet „{ $given }”, hanem { $expected ->
    [count] egész szám, legalább 0
    [positive] egész szám, legalább 1
    [port] egy port: szám 0 és 65535 között
    [seconds] másodpercek száma, legalább 0
    [interval] másodpercek száma, 0-nál több
    [level] debug, info, warning vagy error
    [boolean] true vagy false
   *[other] szöveg
}
cli-error-invalid-database = { $problem ->
    [slashes] A RONDEL_DATABASE fájlneve előtt három perjel kell: sqlite:///rondel.db, teljes útvonal előtt négy
    [memory] A RONDEL_DATABASE nevezzen meg egy fájlt: sqlite:///rondel.db
    [unreadable] A RONDEL_DATABASE nem olvasható: így írd: postgresql://USER:PASSWORD@HOST/NAME, a jelszóban @ helyett %40, / helyett %2F
   *[other] A RONDEL_DATABASE így kezdődjön: sqlite:/// vagy postgresql://
}
cli-error-invalid-smtp = A RONDEL_SMTP így kezdődjön: smtp:// vagy smtps://, és nevezzen meg egy gépet, a RONDEL_MAIL_FROM pedig egy feladót, például smtps://user:password@mail.example.org és games@example.org
cli-error-invalid-redis = A RONDEL_REDIS így kezdődjön: redis://, rediss:// vagy unix://, például redis://localhost:6379
cli-error-missing-setting = { $name } nincs megadva, pedig ehhez a parancshoz kell
cli-error-conflicting-settings = { $first } és { $second } is meg van adva: az egyiket töröld
cli-error-unreadable-setting = { $name } ezt a fájlt nevezi meg: { $file }; nem olvasható: { $problem }
cli-error-unknown-setting = { $file } szerint „{ $name }” beállítás, de nincs ilyen{ $similar ->
    [none] {""}
   *[other] ; erre gondoltál: { $similar }?
}
cli-error-unusable-database = { $problem ->
    [password] az adatbázis ({ $place }) nem fogadja el a felhasználót vagy a jelszót: javítsd a RONDEL_DATABASE értékét ({ $reason })
    [missing] nincs ilyen adatbázis: { $place }. Hozd létre a createdb paranccsal, vagy javítsd a RONDEL_DATABASE értékét
    [folder] az adatbázis ({ $place }) nem nyitható meg: hozd létre a mappáját, és adj ott írási jogot ({ $reason })
    [readonly] az adatbázis ({ $place }) nem írható: adj ott írási jogot ({ $reason })
    [rights] a felhasználó nem hozhat létre táblákat ebben az adatbázisban: { $place }. Legyen ő a tulajdonosa
    [format] { $place } nem SQLite-adatbázis: javítsd a RONDEL_DATABASE értékét
    [locked] az adatbázist ({ $place }) egy másik program zárolja: állítsd le, vagy növeld a RONDEL_LOCK_SECONDS értékét
    [newer] az adatbázist ({ $place }) újabb Rondel használta ({ $reason }. revízió): telepítsd azt a változatot, vagy állíts vissza egy mentést
   *[other] az adatbázis ({ $place }) nem érhető el: nézd meg, hogy fut-e, és jó-e a RONDEL_DATABASE értéke ({ $reason })
}
cli-error-key-not-announced = a futó kiszolgálók még nem ismerik ezt a RONDEL_SECRET értéket: előbb indítsd újra őket úgy, hogy a RONDEL_OLD_SECRETS tartalmazza, aztán úgy, hogy ez a RONDEL_SECRET
cli-error-unreachable-redis = A Redis nem érhető el: nézd meg, hogy fut-e, és jó-e a RONDEL_REDIS értéke ({ $reason })
cli-check-database = ✓ adatbázis: { $place }, változat: { $version }
cli-check-migration = · az első indítás átalakítja, { $revision } → { $newest }: előbb készíts biztonsági mentést
cli-check-redis = ✓ Redis
cli-check-games = ✓ játékok: { $games }
cli-check-port = ✓ { $host }, a port szabad: { $port }
cli-check-unknown = ! { $name } nem beállítás; a leghasonlóbb: { $known }
cli-check-secure = ! A RONDEL_ADDRESS https, de a RONDEL_SECURE nem true: a böngészők titkosítás nélkül küldenék a sütiket
cli-check-passed = Egy kiszolgáló elindulhat ezekkel a beállításokkal.
cli-error-port-taken = Foglalt a port: { $port }. Talán már fut egy Rondel; válassz másikat a --port kapcsolóval
cli-error-redis-required = egy másik kiszolgálófolyamat is használja ezt az adatbázist: add meg mindegyiknek ugyanazt a RONDEL_REDIS értéket
cli-error-invalid-address = A RONDEL_METRICS egy portot vagy címet és portot vár, például 127.0.0.1:9100; ez nem az: { $address }
cli-backed-up = { $file } elkészült: { $rows } sor.
cli-pruned = Törölve: { $tables } asztal, { $guests } vendég.
cli-rated = Az értékszámok { $matches } játszma alapján újraszámolva.
cli-would-prune = Törlődne: { $tables } asztal, { $guests } vendég.
cli-restored = { $file } { $rows } sora az adatbázisban van.
cli-admin-link = Nyisd meg ezt a hivatkozást { $minutes } percen belül, és rendszergazda leszel. Egyszer használható.
cli-admin-version = Rondel { $version }, commit: { $commit }
cli-admin-database = adatbázis: { $kind } { $version }, revízió: { $revision }, { NUMBER($size, maximumFractionDigits: 1) } MB, szabad hely a lemezen: { $free }
cli-admin-tables = asztalok: { $open } nyitott, { $playing } folyamatban, { $over } befejezett, { $aborted } megszakított; emberek: { $people }
cli-admin-bots = robotok: { $waiting } asztal vár, { $claimed } lépése folyamatban; feladatok:
cli-admin-dead = ✗ { $kind } { $key } feladva: { $error }
cli-error-outdated-database = ezt az adatbázist még nem használta ilyen verziójú kiszolgáló: előbb indíts egyet
cli-error-nobody-there = senkinek sincs ilyen azonosítója: { $identity }; a `rondel admin roles` felsorolja őket
cli-error-unreadable-backup = ez nem egy ismert változat teljes biztonsági mentése: { $problem }
cli-error-database-not-empty = ez az adatbázis nem üres; mentést csak üresbe lehet visszatölteni
cli-error-database-missing = ezt az adatbázist még nem használta kiszolgáló, nincs mit menteni; ellenőrizd a címét
cli-error-unavailable = az adatbázis nem válaszol, vagy betelt a lemez

### Aréna

arena-playing = játszmák
arena-title = { $title }: az aréna
arena-lead = { $entrants } robot { $games } játszmája, asztalonként { $players } játékossal, { $deals } osztáson: minden osztást minden ülésrendben lejátszottak, azonos véletlen eseményekkel.
arena-percent = { NUMBER($share, style: "percent", maximumFractionDigits: 0) }
arena-whole = { NUMBER($number, maximumFractionDigits: 0) }
arena-seconds = { NUMBER($seconds, minimumFractionDigits: 3, maximumFractionDigits: 3) } mp
arena-bot = robot
arena-rating = értékszám
arena-games = játszma
arena-victories = győzelem
arena-points = pont
arena-pace = döntésenként
arena-slowest = leglassabb játszma
arena-lost-steps = elvesztett lépés
arena-fault = mi történt
arena-often = darab
arena-first-step = első lépés
arena-detail = üzenet
arena-seat = { $seat }. hely (⌀ { NUMBER($points, maximumFractionDigits: 1) })
arena-standings = Állás
arena-standings-about = Értékszámok és győzelmek 95%-os intervallumukkal; a közös győzelem résznek számít. A másodpercek a döntésenkénti átlagot mutatják, és a leglassabb játszmáét.
arena-ratings = Értékszámok
arena-ratings-about = OpenSkill (Plackett–Luce): minden helyezés számít, nem csak az első. A vonal a 95%-os intervallum.
arena-pairs = Egymás ellen
arena-pairs-about = Soronként olvasandó: milyen gyakran végzett az a robot az oszlop robotja előtt. A döntetlen félnek számít.
arena-scores = Pontszámok
arena-scores-about = A játszmák fele a dobozban van; vonala a középső, a pont az átlag, a vékony vonal a leggyengébb játszmától a legjobbig ér.
arena-sources = Pontok forrás szerint
arena-sources-about = Átlagpontok eredetük szerint, a jelmagyarázat sorrendjében.
arena-seats = Eredmények hely szerint
arena-seats-about = Győzelmek helyenként, bárki ült ott, 95%-os intervallumukkal; a szaggatott vonal az egyenlő esélyt jelöli ({ $even }).
arena-lengths = A játszmák hossza
arena-lengths-about = Az összes játékos döntései együtt; a véletlen nem számít bele.
arena-faults = Elvesztett lépések
arena-faults-about = Ahol egy robot hibázott, helyette véletlen lépés történt, és a játszma folytatódott.
arena-fault-crashed = összeomlott
arena-fault-silent = nem válaszolt időben
arena-fault-rubbish = olvashatatlan választ adott
arena-fault-illegal = a lépése nem volt lehetséges
arena-elo = Élő
arena-elo-range = { $elo } ±{ $margin }
arena-won = { $value } ({ $low }–{ $high })
arena-short-bot = robot
arena-short-elo = Élő
arena-short-rating = érték
arena-short-games = játsz.
arena-short-victories = győz. %
arena-short-points = pont
arena-short-pace = mp
arena-short-lost-steps = vesz.
arena-short-unended = nyitott
arena-pause = { NUMBER($seconds, minimumFractionDigits: 3, maximumFractionDigits: 3) }
arena-columns = Az érték az OpenSkillé, mp a döntésenkénti idő; vesz.: elveszett lépések; nyitott: véget nem ért játszmák.
arena-unended = befejezetlen
arena-scale = Az Élő-pont a létráé: 400 pont tíz az egyhez esély. A ± és a ( ) 95 %-os tartomány.
arena-scale-mean = Az Élő-pontok átlaga 1500: 400 pont tíz az egyhez esély. A ± és a ( ) 95 %-os tartomány.
arena-test-open = { $one } és { $other }: { $deals } osztás után nem dőlt el.
arena-test-higher = { $one } a kérdezett mértékben erősebb, mint { $other }: { $deals } osztás alatt dőlt el.
arena-test-lower = { $one } nem erősebb a kérdezett mértékben, mint { $other }: { $deals } osztás alatt dőlt el.
arena-partly = { $planned } játszmából csak { $games } zajlott le.
arena-unended-remark = { $count } játszma nem ért véget; állásuk szerint számítanak. { $circling ->
    [0] Senki sem járt körbe-körbe.
   *[other] Körbe-körbe járt: { $bots }.
}
arena-decided = { $deals } osztás után eldőlt: többre nem volt szükség.
arena-games-lost = { $count } játszmát nem lehetett lejátszani: { $problem }
arena-interrupted = Megszakítva. Folytatás: rondel arena --resume { $folder }
arena-unreadable = { $count } feljegyzés olvashatatlan, ezért nem számít.
arena-strengths = Erő
arena-strengths-about = Élő-pont Bradley–Terry szerint: 400 pont tíz az egyhez esély. A vonal az osztásokon végzett bootstrap 95 %-os tartománya, egy osztás minden ülésrendje együtt.
arena-certainty = Mekkora eséllyel erősebb
arena-certainty-about = Soronként olvasandó: mekkora eséllyel erősebb az a robot az oszlop fölött állónál.
arena-start = indulás
arena-endless = Véget nem ért játszmák
arena-endless-about = A korlát elérésekor látott állásuk szerint számítanak. Aki egy játszma második felében egy pontot sem szerzett, az körbe-körbe járt.
arena-record = feljegyzés
arena-decisions = döntések
arena-circling = körbe-körbe járt
arena-nobody = senki
cli-error-game-lost = egy játszmát nem lehetett lejátszani: { $problem }
cli-error-no-cluster = a Ray-fürt ({ $address }) nem érhető el: { $problem }
cli-error-no-records = nincsenek játszmák feljegyzései itt: { $folder }
cli-error-no-tournament = { $folder } nem tartalmaz folytatható bajnokságot
cli-error-mixed-records = { $kinds } feljegyzéseit nem lehet együtt rangsorolni
cli-error-unreadable-test = „{ $text }” nem két erősség, mint például 0:20
cli-error-no-entrants = melyik játék, és mely robotok? Például: rondel arena finca regular expert
arena-written = A jelentés: { $report }; mellette vannak a számok és a jegyzőkönyvek.
arena-lost = { $count } lépés veszett el hiba miatt; a jelentés megmondja, melyek.
cli-simulated-bots = { $title }: { $games } játszma, játékosai: { $bots }; pontok helyenként
cli-error-too-few-bots = { $players } helyre legalább ennyi robot kell; most { $entrants } van
cli-error-other-count = { $bots } robot van megnevezve { $players } helyre
cli-error-no-such-puzzle = Nincs itt { $puzzle } nevű feladvány.
cli-error-unknown-format = { $file }: ilyen nevű fájlba nem írható kép; a név vége ez lehet: { $known }.

### Bots

bots-name = név
bots-written = így írva
bots-about = leírás
bots-option = beállítás
bots-kind = fajta
bots-usual = alapérték
bots-no-options = { $name }: nincsenek beállításai.
bots-kind-random = véletlen lépések
bots-kind-greedy = a legjobb kör, további előretekintés nélkül
bots-kind-net = a legjobb lehetőség az értékelő háló szerint
bots-kind-search = Monte Carlo-fakeresés
bots-kind-engine = külső program
bots-kind-own = saját robot
bot-option-budget = másodperc (0.25s) vagy szimuláció (2000) körönként, /step után lépésenként; elöl áll, a neve nélkül
bot-option-seed = azonos mag azonos választásokat ad
bot-option-temperature = véletlenszerűség 0 és 1 között: azok közül választ, amelyek legfeljebb a legjobb és a középső lehetőség különbségének ekkora részét veszítik, a jobbakat gyakrabban; 0: mindig a legjobbat
bot-option-evaluator = az állás értékelője: network (a háló, ha van), hints (a tippek) vagy egy háló fájlja, NÉV.npz
bot-option-overlook = annak valószínűsége, hogy egy lehetőséget nem vesz észre, 0 és 1 között
bot-option-noise = az értékelések szórása pontban
bot-option-exploration = felfedezési állandó: a ritkán látogatott lépések súlya
bot-option-unvisited_penalty = ennyivel tart rosszabbnak a szülőjénél egy még nem látogatott lépést
bot-option-prior_weight = az előzetes valószínűségek súlya a kiválasztásban, 0 és 1 között
bot-option-win = a győzelem súlya; a többi a pontelőny
bot-option-lead = ekkora pontelőny ér fele annyit, mint a legnagyobb előny
bot-option-discount = lépésenkénti szorzó: a korábbi győzelem többet ér
bot-option-guided = a végigjátszás a játék tippjeit követi (1) vagy véletlenszerű (0)
bot-option-rollout_turns = a végigjátszás körei az állás értékelése előtt
bot-option-tree_turns = ennyi kört fed le a keresőfa; 0: nincs korlát
bot-option-expansion_visits = ennyi látogatás után bont ki egy csomópontot
bot-option-opponent_beam_width = ilyen széles nyalábbal jósolja meg más játékosok körét; 0: teljesen átkeresi
bot-option-prediction_visits = ennyi látogatás után jósolja meg más játékos körét
bot-option-prior_temperature = a háló előzetes valószínűségeinek hőmérséklete
bot-option-command = a program és argumentumai, újabb kettőspont után
benchmark-title = Mérce { $name }: { $agent }
benchmark-opponent = ellenfél
benchmark-games = játszma
benchmark-won = győz. %
benchmark-points = pont
benchmark-margin = { NUMBER($mine, minimumFractionDigits: 1, maximumFractionDigits: 1) } : { NUMBER($theirs, minimumFractionDigits: 1, maximumFractionDigits: 1) }
benchmark-score = Eredmény: { NUMBER($score, minimumFractionDigits: 1, maximumFractionDigits: 1) } a 100-ból ({ NUMBER($low, minimumFractionDigits: 1, maximumFractionDigits: 1) } – { NUMBER($high, minimumFractionDigits: 1, maximumFractionDigits: 1) })
benchmark-trial = Próba: az eredményhez szükséges { $planned } játszmából csak { $games } zajlott le.
benchmark-written = Az eredmény: { $file }; mellette vannak a jegyzőkönyvek.

### Training

train-progress = { $games } játszma, { $pace } döntés másodpercenként, hiba { $loss }, a tippek ellen { $hints } % győzelem, { $kept } alkalommal megtartva
train-part = { $percent } %:
train-nothing-kept = semmi sem lett elmentve: egyetlen újabb háló sem volt olyan jó, mint az első, ez van a fájlban. Taníts tovább, vagy indulj másik hálóból (--start).
train-done = a háló itt van: { $file }

### Reviews

review-step = „{ $label }”
review-more = így tovább
review-loss = { $player } { $loss }%-ot veszített. Lépése: { $played }. Jobb lett volna: { $better }.
review-loss-unsure = { $player } talán { $loss }%-ot veszített; két értékelés eltér. Lépése: { $played }. Talán jobb lett volna: { $better }.
review-conceded = { $player } feladta, és { $loss }%-ot veszített.
review-timed-out = { $player } kifutott az időből, és { $loss }%-ot veszített.
review-absent = { $player } távol maradt, és { $loss }%-ot veszített.
review-luck = { $player } { $luck }%-ot nyert a szerencsével ({ $total } esetből { $weight }). { $told }
review-bad-luck = { $player } { $luck }%-ot veszített a balszerencsével ({ $total } esetből { $weight }). { $told }
review-good = nincs jobb
review-inaccuracy = pontatlanság
review-mistake = hiba
review-blunder = baklövés
review-maybe-good = talán nincs jobb
review-maybe-inaccuracy = talán pontatlanság
review-maybe-mistake = talán hiba
review-maybe-blunder = talán baklövés
review-title = Játszmaelemzés
review-player = játékos
review-start = kezdet
review-lucky = szerencse
review-own = saját körök
review-others = mások körei
review-result = eredmény
review-standing = jelenlegi állás
review-lost = veszteség körönként
review-points = elvesztett pont
review-decimal = { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) }
review-piece = Így { $played }, jobban { $better }: { $loss } elveszett, { $points } pont
review-inaccuracies = pontatlanság
review-mistakes = hiba
review-blunders = baklövés
review-chances = Esélyek
review-moments = Kulcspillanatok
review-no-moments = Nem volt nagy hiba, és a szerencse sem döntött.
review-percent = { $sign ->
   *[none] { NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
    [plus] +{ NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
    [minus] −{ NUMBER($number, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
}
review-after = { $step } lépés után
review-as-played = Ahogy történt: { $chance }
review-better = Jobb: { $chance }
review-judged = Értékelő: { $judge ->
   *[network] a játék hálója
    [hints] a játék ökölszabályai
}, állásonként { $simulations } szimuláció, mag: { $seed }, rondel { $version }. Azonos beállítások azonos számokat adnak.
review-books = A kezdet, a szerencse, a saját és a mások körei pontosan kiadják az eredményt. Egy kör az előtte és utána adott értékelések szerint számít; a „veszteség körönként” a legjobb körhöz méri.
review-judging = elemzés

### Notices

notice-title = { $game } a Rondelen
notice-turn = Te következel, ellenfelek: { $players }.
notice-turn-of = { $player } következik.
notice-time = Fogy az idő: még mindig te következel, ellenfelek: { $players }.
notice-undo = A beleegyezésedet kérik egy lépés visszavételéhez.
notice-over = Véget ért a játszma, ellenfelek: { $players }.
notice-invited = Meghívtak egy újabb játszmára, ellenfelek: { $players }.
notice-test = Ide megérkeznek az értesítések.
notice-confirm = Nyisd meg ezt a linket, hogy erre a címre kapj értesítést. Ha nem te kérted, nincs teendőd.
notice-digest = { $tables } asztalnál te következel
