web-theme = Téma
web-theme-system = rendszer
web-theme-light = világos
web-theme-dark = sötét
web-language = Nyelv
web-welcome = Rondellás társasjátékok, igényesen
web-your-name = Neved
web-guest = Vendég
web-games = Játékok
web-my-tables = Asztalaid
web-open-tables = Nyitott asztalok
web-finished = Befejezett játszmák
web-rules-of = { $game } – szabályok
web-players = Játékosok
web-hot-seat = mindenki ezen az eszközön
web-public = bárki csatlakozhat
web-pace = Tempó
web-pace-untimed = óra nélkül
web-pace-days = { $days } nap körönként
web-make-table = Asztal létrehozása
web-back = Vissza
web-bots = Ellenfelek
web-play-now = Játék indítása
web-play-friends = Játék barátokkal
web-open-seat = szabad hely
web-status-open = játékosokra vár
web-status-playing = folyamatban
web-my-turns = Te jössz
web-won = Győztes: { $player } ({ $scores })
web-won-shared = Közös győzelem: { $players } ({ $scores })
web-status-aborted = Ezt az asztalt törölték
web-status-your-turn = Te jössz
web-status-turn = Soron van: { $player }
web-connection-lost = A kapcsolat megszakadt. Újrapróbálkozás…
web-click-lost = Megszakadt a kapcsolat, és az utolsó kattintásod nem érkezett meg: ismételd meg.
web-rule = A szabály
web-no-table = Nincs ilyen asztal, vagy nem láthatod.
web-to-lobby = A kezdőlapra
web-to-table = Az asztalhoz
web-loading = Előkészítjük az asztalt…
web-turn = Kör
web-game-over = A játék véget ért
web-confirm = Ez a terved. Fejezd be a kört, vagy vonj vissza lépéseket.
web-ends-game = Ez a kör véget vet a játéknak: { $scores }. Fejezd be a kört, vagy vond vissza.
web-points-of = { $player } { $points }
web-undo = Lépés visszavonása
web-restart = Kör újrakezdése
web-end-turn = Kör vége
web-draw-on = Húzás, majd tovább
web-confirm-draw = Ez a terved. Lapkahúzás után te folytatod.
web-change = { $part } { $change }
web-plan-points = Ha itt érne véget a játék: { $before } → { $after } pont ({ $parts })
web-take-back = Visszavonás
web-list = Minden lehetőség
web-notation = Lépés
web-undo-asked = { $player } vissza szeretné vonni az utolsó kört.
web-undone = { $player } visszavont egy kört. A húzások ugyanazok maradnak.
web-undo-refused = { $player } nem egyezik bele a visszavonásba.
web-undo-waiting = Kérted az utolsó köröd visszavonását. Beleegyezésére várunk: { $players }.
web-bot-asked = { $player } kéri, hogy robot ({ $bot }) játsszon helyette.
web-bot-waiting = Kérted, hogy robot játsszon helyetted. Beleegyezésére várunk: { $players }.
web-bot-refused = { $player } nem egyezik bele a robotba.
web-no-bots = Ezen a kiszolgálón most nem fut robot. A játszma folytatódik, amint az üzemeltető elindít egyet.
web-yes = Igen
web-no = Nem
web-log = Napló
web-chat = Írj üzenetet
web-qr = A hely linkjének QR-kódja
web-seat-link = A hely linkje
web-copy = Link másolása
web-copied = Másolva
web-copy-by-hand = Kézzel másolható link
web-sit = Leülök ide
web-ready = Kezdhetjük
web-not-ready = még várunk rá
web-abort = Asztal törlése
web-rematch = Visszavágó
web-replay = Visszajátszás
web-record = Játszma letöltése
web-verify = Osztás ellenőrzése
web-verified = Az osztás tisztességes volt
web-not-verified = Az osztás nem bizonyítható
web-see-board = Tábla megtekintése
web-first = Vissza az elejére
web-previous = Egy lépés vissza
web-next = Egy lépés előre
web-film = Automatikus lejátszás
web-pause = Szünet
web-rules = Szabályok
web-last = A végére
web-step-of = { $step }. lépés, összesen { $total }
web-sandbox = Folytatás innen
web-sandbox-alone = Minden helyen én játszom
web-bot-gone = „{ $name }” nevű robot már nincs itt: vele nem folytatható a játszma.
web-failed = Ez nem sikerült. Próbáld újra.

## The guided first game

web-learn = Tanuld meg a játékot
web-learn-title = Az első játszmád: { $game }
web-teacher = A tanítód
web-show-me = Mutasd meg
web-nudge = Igazi játszmában megtehetnéd. Most azt válaszd, ami világít.
web-lesson-back = Egyet vissza
web-lesson-progress = A lecke { $done } százaléka
web-lesson-again = Elölről
web-lesson-go-on = Játszd tovább ezt a játszmát
web-lesson-missing = Ehhez a játékhoz még nincs lecke.

## Around the board

web-options = Beállítások
web-sounds = Hangok
web-motion = Animációk
web-here = az asztalnál
web-away = nincs itt
web-gave-up = feladta
web-bot-plays = addig robot játszik helyette
web-program = program
web-asked = ő jön
web-watchers = { $count } néző
web-time-left = Hátralévő idő: { $time }
web-named = { $name }: { $what }
web-time-days = { $days } nap { $hours } óra
web-time-hours = { $hours } óra { $minutes } perc
web-bot-for-me = Játsszon helyettem egy robot
web-myself-again = Megint én játszom
web-concede = Feladom
web-concede-sure = Tényleg feladod ezt a játszmát?
web-watch-link = Link másolása a nézőknek
web-luck-bound = A véletlent a kezdés előtt rögzítettük. A pecsétje: { $seal }
web-since = Mi történt?
web-overtaken = A játszma továbbment, ezért a terved elveszett.
web-points = Pontok
web-talk = Csevegés
web-talk-new = Csevegés ({ $count })
web-nothing-said = Még nincs üzenet.
web-nothing-told = Még nem történt semmi.
web-score-part = Pontok ezért
web-speed = Sebesség
web-seen-from = Nézőpont
web-copy-step = Link másolása ehhez a lépéshez
web-since-title = A lépésed óta
web-skip = Átugrás
web-others-pace = A többiek köre
web-pace-slow = lassan
web-pace-normal = nyugodtan
web-pace-quick = gyorsan
web-pace-at-once = egyszerre

## The end, and looking back

web-to-rematch = A következő játszmához
web-proving = Minden húzást megismétlünk: { $done } %
web-deal-false = A titokból nem ezek a húzások következnek!
web-podium = Eredmény

## The lobby’s tables

web-pace-live = { $minutes } perc fejenként
web-watch-tables = Most zajló játszmák
web-sandbox-table = próbaasztal
web-map = Térkép
web-map-template = Letöltés mintának
web-map-problems = Ezen a térképen nem lehet játszani. { $count } dolog nem jó:
web-map-usual = a szokásos
web-map-choose = térképfájl választása
web-bots-alike = A robotok a szokásos térképen tanultak, ezt a hasonlóságok alapján ítélik meg.
web-bots-hints = Ezt a kiadást egyetlen háló sem tanulta: a robotok tippek szerint játszanak, és gyengébbek.

## Az asztal szavakban

web-text = Az asztal szavakban
## Waiting for players

web-waiting-links = Küldj mindenkinek egy linket, vagy olvastasd be vele a kódot. A játszma akkor kezdődik, amikor minden hely foglalt.
web-waiting-others = A játszma akkor kezdődik, amikor minden hely foglalt.
web-alone = Ezek a linkek csak ezen a számítógépen működnek. Hogy a hálózatodon lévő barátaid is jöhessenek, így indítsd a kiszolgálót: rondel serve --friends

## Endings outside the rules

end-conceded = Egy játékos feladta: a játék véget ért.
end-timed-out = Egy játékos ideje lejárt: a játék véget ért.
end-absent = Egy játékos távol maradt: a játék véget ért.
end-step-limit = A játék elérte a megengedett lépésszámot: az eddigi pontok döntenek.
web-sit-down = Leülök

## Meghívás, várakozás, távollévők

web-invited = Meghívtak egy játszmára: { $game }
web-invited-by = { $host } meghív egy játszmára: { $game }
web-invited-watch = Meghívtak nézőnek: { $game }
web-invited-watch-by = { $host } meghív nézőnek: { $game }
web-watch = Megnézem
web-your-seat = a te helyed
web-you = te
web-waiting-for = { $game }: játékosokra várunk
web-waiting-late = { $game }: még várunk rá: { $players }
web-renew-link = Új link
web-renew-watch = Új link a nézőknek (a régi nem él tovább)
web-fill = vagy üljön ide robot
web-choose-bot = válassz szintet
web-free-seat = Legyen ez egy ember helye
web-remove = Eltávolítás
web-remove-sure = { $player }: tényleg eltávolítod az asztaltól?
web-leave = Asztal elhagyása
web-friend = egy barát
web-bot-level = robot: { $bot }
web-opponent = { $seat }. ellenfél
web-name-of = { $seat } neve
web-span-minutes = { $count } perc
web-span-hours = { $count } óra
web-span-days = { $count } nap
web-patience = Türelmi idő: { $time }. Aki a saját körében ennyi ideig nem lép, azt robot helyettesítheti, vagy a többiek kérésére veszít.
web-patience-live = Türelmi idő: { $time }. Aki a saját körében ennél tovább távol marad, azt robot helyettesítheti.
web-absent = { $player } nem lép. Még { $time }, és robot játszhat helyette, vagy kérheted a győzelmet.
web-absent-you = Lépj { $time } időn belül: utána a többiek robotot ültethetnek a helyedre, vagy kérhetik a győzelmet.
web-absent-now = Amíg nem lépsz, a többiek robotot ültethetnek a helyedre, vagy kérhetik a győzelmet.
web-does-not-move = { $player } nem lép.
web-absent-live = { $player } nincs itt. Még { $time }, és robot játszhat helyette.
web-stays-away = { $player } nem jön vissza.
web-has-left = { $player } felállt az asztaltól.
web-bot-for = Játsszon robot helyette: { $player }
web-claim = Kérem a győzelmet
web-claim-out = Számítson úgy, hogy feladta: { $player }
web-consent = Amíg nem vagyok itt, játszhat helyettem robot
web-hand-over = Új link ehhez a helyhez: { $player }
web-taken-back = Ebben a játszmában visszavont körök száma: { $count }.
web-turn-of = { $player }, te jössz

## A vége, és a külső

web-theme-dusk = alkonyat
web-theme-plain = nagy kontraszt
web-you-won = { $by } pontos előnnyel nyertél!
web-you-won-level = A döntő szemponttal nyertél!
web-won-by = { $player } { $by } pontos előnnyel nyert
web-won-by-level = { $player } nyert a döntő szemponttal
web-wins = { $player } nyert
web-you-win = Nyertél
web-ended-by = { $wins }: { $gave }
web-gave-conceded = { $player } feladta
web-gave-timed-out = { $player } ideje lejárt
web-gave-absent = { $player } távol maradt
web-gave-out = már nincs játékban { $player }
web-curve = A pontok alakulása
web-turned = A játszma fordulópontja a következő lépés volt: { $step }. A győztes onnantól nem volt hátrányban.
web-turned-show = Nézzük meg
web-share = Kép megosztása

### What the server refuses

error-no-such-table = Nincs ilyen asztal.
error-unauthenticated = Előbb add meg a neved.
error-not-your-seat = Ez nem a te helyed.
error-not-your-table = Ezt csak az teheti meg, aki az asztalt nyitotta.
error-seat-taken = Ezt a helyet már más foglalta el.
error-removed = Eltávolítottak erről az asztalról; egy meghívóval visszatérhetsz.
error-still-there = Ez a hely még a játékosáé.
error-time-up = A soron lévő játékos ideje lejárt.
error-cannot-merge = Csak egy vendég játszmái vihetők át.
error-bad-passkey = Ezzel a belépőkulccsal itt senki sem tud bejelentkezni.
error-muted = Egy moderátor egy időre elnémított. Játszani továbbra is tudsz.
error-suspended = Egy moderátor felfüggesztette ezt a fiókot.
error-no-such-identity = Nincs ilyen azonosítójú személy, akivel szemben eljárhatnál.
error-no-such-report = Nincs ilyen bejelentés vagy üzenet.
error-bad-code = Ez a kód már nem érvényes. Készíts egy újat a másik eszközön.
error-not-for-programs = Ez embereknek szól; a programnak saját tokenje van.
error-no-such-person = Nincs itt ilyen játékos.
error-no-such-channel = Ez az értesítési mód már nincs meg.
error-invalid-notice-address = Oda semmi sem küldhető: a webhookhoz internetes https-cím kell, az e-mailhez teljes cím.
error-no-such-device = Ezen az eszközön már nem vagy bejelentkezve.
error-bad-link = Ez a hivatkozás nem vezet sehová. Kérj újat.
error-storage-full = Ezen a kiszolgálón nincs hely több asztalnak. A folyamatban lévő játszmákat be lehet fejezni.
error-admins-only = Ez az oldal a kiszolgáló rendszergazdáinak szól.
error-expired-link = Ezt a hivatkozást már felhasználták, vagy lejárt. Kérj újat.
error-invalid-state = A játszmának ezen a pontján ez nem lehetséges.
error-chance-between = Közben a szerencse döntött: a visszavonáshoz a többiek beleegyezése kell.
error-chat-forbidden = Ennél az asztalnál a nézők nem beszélhetnek.
error-rate-limited = Csak lassan: túl sok a kérés. Próbáld újra egy pillanat múlva.
error-too-many = Ebből egy látogató nem nyithat meg többet. Előbb zárj be egyet.
error-overloaded = Most sokan várnak ugyanerre. Próbáld újra egy pillanat múlva.
error-too-long = Ehhez ez a játszma itt már túl hosszú.
error-request-timeout = A kérés túl lassan érkezett meg. Próbáld újra.
error-invalid-name = Ebben a névben olyan jelek vannak, amelyeket senki sem lát vagy olvas. Válassz másikat.
error-invalid-text = Ebben az üzenetben láthatatlan karakterek vannak.
error-name-taken = Ennél az asztalnál majdnem így hívnak valakit. Válassz másik nevet.
error-too-large = Ez túl hosszú.
error-daily-challenge = Ez a napi kihívás: egyszer, egyedül, visszavonás nélkül játszható; mások holnap láthatják.
error-match-running = Ezt az állást most emberek játsszák egymás ellen: a játszma végéig senki sem kap hozzá segítséget.
error-no-such-day = Arra a napra nincs kihívás.
error-no-such-puzzle = Nincs ilyen feladvány.
error-unavailable = A szerver most nem tud menteni. Semmi sem veszett el, próbáld újra hamarosan.
error-wrong-origin = A kiszolgáló nem fogadta el az oldal címét ({ $origin }): az üzemeltető nézze meg a proxy beállításait.
error-unknown-host = A kiszolgáló nem ismeri ezt a nevet: { $host }. Az üzemeltető vegye fel a RONDEL_HOSTS értékébe.

### Reviews

web-review = Játszmaelemzés
web-review-wait = A játszma elemzése: { $done }%
web-review-deeper-wait = Mélyebb elemzés: { $done }%
web-review-stop = Leállítás
web-review-failed = Ez az elemzés nem készülhetett el.
web-review-deeper = Mélyebb elemzés
web-review-board = Az állás a táblán
web-review-moment = Állás
web-review-play-on = Folytatás innen robotok ellen
web-review-turns = Minden kör
web-review-turn = { $player } ({ $name }): { $played }
web-advice = Tanács
web-hint = Tanács mutatása
web-hint-marks = A tanács segítséggel játszottnak jelöli a játszmát.
web-hint-best = Legjobb lépés ({ $chance }):
web-hint-why = { $loss ->
    [0] Ugyanolyan jó: { $other }
   *[other] A következő, { $loss }%-kal kevesebb: { $other }
}
web-hint-show = Mutasd a táblán
web-hint-worth = Mennyit érnek az egyes lehetőségek?
web-helped = { $count ->
    [one] Segítséggel játszva: { $count } tanács vagy helyettesítő robot
   *[other] Segítséggel játszva: { $count } tanács vagy helyettesítő robot
}
web-aborted-before = { $count ->
    [one] Az asztal készítője az előző órában az osztás után megszakított egy ilyen játszmát, és újat kezdett.
   *[other] Az asztal készítője az előző órában az osztás után megszakított { $count } ilyen játszmát, és újat kezdett.
}

# Feladványok
web-puzzles = Feladványok
web-puzzle = Feladvány
web-puzzles-title = Feladványok: { $game }
web-puzzles-none = Ehhez a játékhoz nincsenek feladványok.
web-puzzle-find = Egy kör messze jobb minden másiknál. Találd meg, az utolsó lépéséig.
web-puzzle-right = Ez az!
web-puzzle-margin = A második legjobb kör a nyerési esélyeid { $loss } százalékába került volna.
web-puzzle-wrong = Majdnem: ez a kör a nyerési esélyeid { $loss } százalékába kerül.
web-puzzle-shown = Ez az a kör.
web-puzzle-again = Próbáld újra
web-puzzle-solve = Mutasd meg
web-puzzle-next = Következő feladvány
web-puzzle-level = Melyek?
web-puzzle-level-all = Minden feladvány
web-puzzle-level-easy = A könnyűek
web-puzzle-level-medium = A közepesek
web-puzzle-level-hard = A nehezek
web-puzzle-is-easy = Könnyű
web-puzzle-is-medium = Közepes
web-puzzle-is-hard = Nehéz
web-puzzle-streak = Egymás után: { $count } (rekord: { $best })
web-puzzle-left = Még { $left } { ARTICLE($count) } { $count } közül
theme-ending = A legjobbkor fejezi be a játszmát.
theme-quiet = Otthagy azonnali pontokat, hogy később többet hozzon.

# A nap leosztása
web-daily = Napi kihívás
web-daily-title = { $game }: napi kihívás
web-daily-about = Mindenki ugyanazt a leosztást játssza, ugyanazzal a szerencsével, ugyanaz ellen az ellenfél ellen ({ $bot }), aki ugyanazokra a körökre ugyanúgy válaszol. Mennyivel kerülsz elé?
web-daily-once = Csak egyszer, visszavonás nélkül. Mások holnap láthatják a játszmádat.
web-daily-play = Játék
web-daily-go-on = Folytatás
web-daily-left = A következő kihívás { $hours } óra { $minutes } perc múlva indul.
web-daily-past = Ez a nap elmúlt: minden játszmája visszajátszható.
web-daily-today = A mai kihíváshoz
web-daily-yours = { $lead ->
    [ahead] { $points } pont, { $margin } pont előny: { $place }. hely { $played } játékos közül
    [behind] { $points } pont, { $margin } pont hátrány: { $place }. hely { $played } játékos közül
   *[level] { $points } pont, egyenlő az ellenféllel: { $place }. hely { $played } játékos közül
}
web-daily-yours-conceded = Feladtad.
web-daily-results = Ranglista
web-daily-best = Az előző nap legjobbjai
web-daily-all = Annak a napnak minden eredménye
web-daily-nobody = Még senki sem fejezte be.
web-daily-place = Hely
web-daily-name = Név
web-daily-points = Pont
web-daily-margin = Előny
web-daily-conceded = feladta
web-daily-replay = Visszajátszás
web-daily-share-button = Megosztás
web-daily-share = { $lead ->
    [ahead] { $game }, napi kihívás ({ $day }): { $margin } pont előny, { $place }. hely { $played } játékos közül
    [behind] { $game }, napi kihívás ({ $day }): { $margin } pont hátrány, { $place }. hely { $played } játékos közül
   *[level] { $game }, napi kihívás ({ $day }): döntetlen, { $place }. hely { $played } játékos közül
}
web-daily-share-conceded = { $game }, napi kihívás ({ $day }): feladva
web-daily-copied = Másolva: illeszd be bárhová.
web-daily-proof = Hogyan ellenőrizheted a szerencsét
web-daily-proof-about = Egy nap szerencséjét előre rögzíti egy titok. A pecsétje egy nappal korábban látható, maga a titok a nap végén: akkor bárki újra kihúzhat minden kimenetelt.
web-daily-commitment = Ennek a leosztásnak a pecsétje
web-daily-next-commitment = A holnapi leosztás pecsétje
web-daily-secret = Ennek a leosztásnak a titka
web-third-party = Külső összetevők licencei

## Nem létező oldal

web-no-page = Nincs ilyen oldal
web-no-page-about = Talán elírás van a címben, vagy az oldal már nincs meg. Semmi sem veszett el.

# Administration
web-admin-title = Felügyelet
web-admin-sign-in-about = Ez a hivatkozás e kiszolgáló rendszergazdájává tesz. A többi eszközödön kijelentkeztetünk.
web-admin-sign-in = Legyek rendszergazda
web-admin-how = Ehhez futtasd ezt a parancsot ott, ahol a kiszolgáló fut, és nyisd meg a hivatkozást, amelyet kiír:
web-admin-server = Kiszolgáló
web-admin-version = Verzió
web-admin-commit = Forráskód azonosítója
web-admin-database = Adatbázis
web-admin-revision = Séma verziója
web-admin-size = Méret
web-admin-free = Szabad lemezterület
web-admin-tables = Asztalok és emberek
web-admin-tables-open = Nyitott asztalok
web-admin-tables-playing = Folyamatban lévő játszmák
web-admin-tables-over = Befejezett játszmák
web-admin-tables-aborted = Megszakított játszmák
web-admin-people = Vendégek, fiókok és programok
web-admin-queue = Várakozási sor
web-admin-bots-waiting = Robotra váró asztalok
web-admin-bots-claimed = Asztalok, ahol egy robot éppen lép
web-admin-task = Feladat
web-admin-state = Állapot
web-admin-count = Darab
web-admin-oldest = Legrégebbi
web-admin-task-waiting = vár
web-admin-task-claimed = folyamatban
web-admin-task-answered = megválaszolva
web-admin-task-done = kész
web-admin-task-dead = feladva
web-admin-processes = Folyamatok
web-admin-process-server = Kiszolgáló
web-admin-process-worker = Munkafolyamat
web-admin-silent = { $time } óta nem jelentkezett: talán összeomlott.
web-admin-other-version = Más verzió fut rajta: { $version }
web-admin-started = Ennyi ideje fut
web-admin-processor = Processzor
web-admin-load = A gép terhelése
web-admin-load-of = { $load } ({ $cores } mag)
web-admin-memory = Memória
web-admin-tables-in-memory = Asztalok a memóriában
web-admin-connections = Nyitott kapcsolatok
web-admin-requests = Kérések másodpercenként
web-admin-failures = Sikertelen kérések az indulás óta
web-admin-problems = Legutóbbi figyelmeztetések és hibák
web-admin-no-problems = Nincs.
web-account-title = Fiók
web-account-open = Fiók
web-account-name = Név
web-account-save = Mentés
web-account-saved = Elmentve.
web-account-nobody = Itt még nincs fiókod. Játssz bármilyen néven, vagy jelentkezz be a másik eszközödön használt fiókba.
web-account-sign-in = Bejelentkezés
web-account-transfer = Folytatás másik eszközön
web-account-transfer-about = A játszmáid és a neved veled tart.
web-account-transfer-how = Olvasd be a QR-kódot a másik eszközzel, vagy nyisd meg ott a { $address }/sign-in oldalt, és írd be:
web-account-transfer-limits = A kód egyszer használható, tíz percig. Ne mutasd meg másnak: aki használja, a nevedben játszik.
web-account-qr = QR-kód a másik eszközön való bejelentkezéshez
web-account-code = Kód megjelenítése
web-account-code-again = Új kód
web-account-ways = A fiók megőrzése
web-account-ways-about = Belépőkulcs vagy helyreállító kódok nélkül a fiók az utolsó bejelentkezett eszközzel együtt elvész.
web-account-ways-safe = Akkor is be tudsz jelentkezni, ha minden eszközöd elvész.
web-account-passkey = Belépőkulcs
web-account-remove = Törlés
web-account-add-passkey = Belépőkulcs hozzáadása
web-account-recovery = Helyreállító kódok készítése
web-account-recovery-again = A helyreállító kódok cseréje
web-account-recovery-left = Megmaradt helyreállító kódok: { $count }
web-account-recovery-about = Írd le most ezeket a kódokat; többé nem jelennek meg. Mindegyik egyszer használható.
web-account-devices = Eszközök
web-account-device-unknown = Ismeretlen eszköz
web-account-device-this = Ez az eszköz
web-account-device-seen = Utoljára használva: { $day }
web-account-sign-out = Kijelentkeztetés
web-account-sign-out-others = Minden más kijelentkeztetése
web-account-data = Az adataid
web-account-data-about = Minden, amit ez a kiszolgáló rólad tárol, egy fájlban.
web-account-export = Letöltés
web-account-delete = A fiók törlése
web-account-delete-about = A neveid és az üzeneteid minden asztalról eltűnnek; a játszmák megmaradnak. Ez nem vonható vissza.
web-account-delete-sure = Végleges törlés
web-account-keep = Megtartás
web-sign-in-title = Bejelentkezés
web-sign-in-about = Írd be a másik eszközöd „Fiók” oldalán látható kódot, vagy egy helyreállító kódot.
web-sign-in-code = Kód
web-sign-in-next = Tovább
web-sign-in-or = Vagy kód nélkül:
web-sign-in-passkey = Bejelentkezés belépőkulccsal
web-sign-in-who = Ezzel a kóddal így jelentkezel be: { $name }.
web-sign-in-guest = Ezen az eszközön a neved: { $name }. Csak akkor vidd át a játszmákat, ha { $name } te vagy.
web-sign-in-continue = Folytatás mint { $name }
web-sign-in-merge = Folytatás mint { $name }, ezekkel a játszmákkal
web-sign-in-no-merge = Folytatás e játszmák nélkül
web-sign-in-cancel = Mégse
web-admin-quotas = Korlátok és megőrzés
web-admin-quotas-about = A 0 azt jelenti, hogy nincs korlát. A változást minden folyamat azonnal követi.
web-admin-quota-tables-per-person = Befejezetlen asztalok személyenként
web-admin-quota-tables-per-address = Befejezetlen asztalok címenként
web-admin-quota-storage-mb = Adatbázisméret, amelytől nem nyitható új asztal (MB)
web-admin-quota-keep-days = Elhagyott asztalok és játék nélküli vendégek megőrzése (nap)
web-admin-quota-keep-finished-days = Befejezett játszmák megőrzése (nap)
web-admin-save = Mentés
web-admin-saved = Elmentve.
web-admin-prune = Törlés kor szerint
web-admin-prune-about = Törli az elhagyott asztalokat, a próbaasztalokat és a játék nélküli vendégeket. Előbb készíts biztonsági mentést.
web-admin-prune-days = Kor (nap)
web-admin-prune-finished = A befejezett játszmákat és eredményeiket is
web-admin-prune-count = Csak számolás
web-admin-prune-now = Törlés
web-admin-would-prune = Törlendő asztalok: { $tables }; vendégek: { $guests }
web-admin-pruning = A törlés a háttérben fut; az eredménye itt jelenik meg.
web-admin-pruned = Legutóbbi törlés, { $when }: asztalok: { $tables }; vendégek: { $guests }

### People

web-rated = Értékelt: az eredmény beleszámít a játékosok értékszámába
web-ranks = Ranglista
web-ranks-about = Az emberek értékszáma az egymás elleni játszmákból adódik; a robotoké a versenyeiken mért szintről indul. A kérdőjel azt jelzi, hogy az érték még bizonytalan.
web-ranks-days = Többnapos játszmák
web-ranks-live = Játszmák órával
web-ranks-untimed = Játszmák óra nélkül
web-ranks-place = Hely
web-ranks-player = Játékos
web-ranks-rating = Értékszám
web-ranks-games = Játszmák
web-ranks-bot = robot
web-profile-title = Játszmáim és statisztikáim
web-profile-games = { $games } befejezett játszma
web-profile-since = itt van { $day } óta
web-profile-next = Legyőzted ezt a szintet: „{ $beaten }”. Próbáld ki a következőt: „{ $next }”.
web-profile-rates = Megnyert játszmák
web-profile-players = { $players } játékos
web-profile-bests = Egyéni csúcsok
web-profile-points = { $points } pont
web-profile-streak = Napi kihívás: { $current } egymás után, legfeljebb { $longest }
web-profile-history = Befejezett játszmák
web-profile-filter = Mutasd
web-profile-all = mind
web-profile-won = megnyert
web-profile-lost = elvesztett
web-profile-no-games = Még nincs befejezett játszma.
web-profile-more = Továbbiak
web-notices-title = Értesítések
web-notices-ways = Hol kapsz értesítést
web-notices-none = Még sehol sem kapsz értesítést.
web-notices-push = Böngésző
web-notices-mail = E-mail
web-notices-webhook = Webhook
web-notices-kinds = Miről
web-notices-kind-turn = te következel
web-notices-kind-time = fogy az idő
web-notices-kind-undo = visszavételi kérések
web-notices-kind-over = játszma vége
web-notices-kind-invited = meghívások
web-notices-dropped = Oda már semmi sem megy: { $problem }
web-notices-unconfirmed = Nyisd meg az oda küldött e-mail linkjét.
web-notices-test = Próba küldése
web-notices-tested = A próba úton van.
web-notices-remove = Eltávolítás
web-notices-add = Újabb mód hozzáadása
web-notices-add-push = Értesítés ebben a böngészőben
web-notices-no-push = Ez a böngésző nem mutat értesítést, ha az oldal be van zárva.
web-notices-refused = Ez a böngésző nem engedélyezi az innen jövő értesítéseket.
web-notices-mail-address = E-mail-cím
web-notices-digest = legfeljebb napi egy e-mail
web-notices-add-mail = E-mail hozzáadása
web-notices-mail-sent = Erre a címre elment egy e-mail egy linkkel.
web-notices-webhook-address = Webhook, például egy Discord- vagy Slack-csatornáé
web-notices-add-webhook = Webhook hozzáadása
web-notices-secret = Az üzeneteit aláíró kulcs, csak most látható:
web-notices-quiet = Csendes órák
web-notices-quiet-from = ettől
web-notices-quiet-until = eddig
web-notices-save = Mentés
web-notices-saved = Elmentve.
web-notices-confirmed = A cím megerősítve.
web-notices-leave-about = Ne menjen több e-mail erre a címre?
web-notices-leave = Leiratkozás
web-notices-left = Erre a címre nem megy több e-mail.
