### Parts

game-title = Finca
game-about = Szedd le Mallorca gyümölcseit a szélmalom körül, és szállítsd el őket szamárkordén.

## One fruit, as a name

fruit-fig = füge
fruit-almond = mandula
fruit-olive = olajbogyó
fruit-orange = narancs
fruit-grape = szőlő
fruit-lemon = citrom
fruit-any = kérdőjel

## A kind of fruit

fruits-fig = füge
fruits-almond = mandula
fruits-olive = olajbogyó
fruits-orange = narancs
fruits-grape = szőlő
fruits-lemon = citrom
fruits-any = kérdőjel

## So many, as the subject of a sentence or in a list

amount-fig = { $count } füge
amount-almond = { $count } mandula
amount-olive = { $count } olajbogyó
amount-orange = { $count } narancs
amount-grape = { $count } szőlő
amount-lemon = { $count } citrom
amount-any = { $count } kérdőjel
amount-cart = { $count ->
    [1] egy kordé
   *[other] { $count } kordé
}

## So many, as what somebody takes or gives

object-fig = { $count } fügét
object-almond = { $count } mandulát
object-olive = { $count } olajbogyót
object-orange = { $count } narancsot
object-grape = { $count } szőlőt
object-lemon = { $count } citromot
object-cart = { $count ->
    [1] egy kordét
   *[other] { $count } kordét
}

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
tile-one-of-each = mindegyikből egy

action-wind = erős szél
action-gust = széllökés
action-large = nagy kordé
action-less = eggyel kevesebb gyümölcs
action-wind-about = Mozgass egyszer vagy kétszer, ugyanazzal a gazdával vagy egy másikkal.
action-gust-about = Tedd egyik gazdádat bármelyik vitorlára, és megkapod a gyümölcseit; kordé nem jár érte.
action-large-about = Szállíts legfeljebb 10 gyümölcsöt anélkül, hogy kordét adnál vissza.
action-less-about = Szállíts kordéval, és teljesíts egy legalább 2 értékű lapkát eggyel kevesebb gyümölccsel.

score-fruit-tiles = gyümölcslapkák
score-finca-tiles = fincalapkák
score-action-tiles = fel nem használt akciólapkák
score-bonus-tiles = bónuszlapkák
score-total = összesen

### What is expected

prompt-lay-blade = Épül a szélmalom.
prompt-lay-finca = Kiosztjuk a fincalapkákat.
prompt-turn-up = Új gyümölcslapkákat fordítunk fel.
prompt-over = A játék véget ért.
prompt-place = { $farmers ->
    [1] { $player } következik: leteszi utolsó gazdáját egy vitorlára, és kap onnan egy gyümölcsöt.
   *[other] { $player } következik: letesz egy gazdát egy vitorlára, és kap onnan egy gyümölcsöt (még { $farmers } van hátra).
}
prompt-place-you = { $farmers ->
    [1] Te jössz: tedd le utolsó gazdádat bármelyik vitorlára, és kapsz onnan egy gyümölcsöt.
   *[other] Te jössz: tegyél le egy gazdát bármelyik vitorlára, és kapsz onnan egy gyümölcsöt (még { $farmers } van hátra).
}
prompt-turn = { $player } következik: gazdát mozgat, szállít, vagy akciólapkát játszik ki.
prompt-turn-you = Te jössz: mozgass egy gazdát, szállíts, vagy játssz ki egy akciólapkát.
prompt-turn-circles = { $player } következik: gazdát mozgat, szállít, akciólapkát játszik ki, vagy befejezi a már csak körbejáró játszmát.
prompt-turn-circles-you = Te jössz: mozgass egy gazdát, szállíts, játssz ki egy akciólapkát, vagy fejezd be a már csak körbejáró játszmát.
prompt-move = { $moves ->
    [1] { $player } következik: az erős széllel mozgathat még egyszer, vagy megállhat.
   *[other] { $player } következik: az erős széllel legfeljebb { $moves } mozgatás jár.
}
prompt-move-you = { $moves ->
    [1] Mozgass még egy gazdát az erős széllel, vagy állj meg itt.
   *[other] Mozgass egy gazdát: az erős széllel legfeljebb { $moves } mozgatás jár.
}
prompt-land = { $player } következik: leteszi a felemelt gazdát egy vitorlára.
prompt-land-you = Tedd le a felemelt gazdát bármelyik vitorlára.
prompt-fill-first = { $player } szállít legfeljebb { $room } gyümölcsöt, és legalább egy lapkát teljesítenie kell.
prompt-fill-first-you = Teljesíts legalább egy lapkát; a kordéra legfeljebb { $room } gyümölcs fér.
prompt-fill = { $room ->
    [0] { $player } szállít; a kordé tele van.
   *[other] { $player } szállít; a kordéra még { $room } gyümölcs fér.
}
prompt-fill-you = { $room ->
    [0] A kordé tele van: fejezd be a szállítást.
   *[other] Teljesíts egy lapkát, vagy fejezd be a szállítást; a kordéra még { $room } gyümölcs fér.
}
prompt-fill-less = { $player } szállít, és egy lapkát még eggyel kevesebb gyümölccsel kell teljesítenie; a kordéra még { $room } gyümölcs fér.
prompt-fill-less-you = Egy lapkát még eggyel kevesebb gyümölccsel kell teljesítened; a kordéra még { $room } gyümölcs fér.

### What a step would do

label-place = { $blade ->
    [1] Gazda letétele az 1. vitorlára: { $takes }
    [5] Gazda letétele az 5. vitorlára: { $takes }
   *[other] Gazda letétele a { $blade }. vitorlára: { $takes }
}
label-move = Gazda mozgatása { $from ->
    [1] az 1.
    [5] az 5.
   *[other] a { $from }.
} vitorláról { $to ->
    [1] az 1.
    [5] az 5.
   *[other] a { $to }.
} vitorlára: { $short ->
   *[none] { $takes }
    [fruit] { $takes }, miután mindenki visszaadta ezt a gyümölcsöt
    [carts] { $takes }, miután mindenki visszaadta a kordéit
    [both] { $takes }, miután mindenki visszaadta ezt a gyümölcsöt és a kordéit
}
label-wind = Erős szél kijátszása: legfeljebb { $moves } mozgatás
label-gust = { $blade ->
    [1] Széllökés kijátszása: gazda felemelése az 1. vitorláról
    [5] Széllökés kijátszása: gazda felemelése az 5. vitorláról
   *[other] Széllökés kijátszása: gazda felemelése a { $blade }. vitorláról
}
label-land = Gazda letétele { $blade ->
    [1] az 1.
    [5] az 5.
   *[other] a { $blade }.
} vitorlára: { $short ->
   *[none] { $takes }
    [fruit] { $takes }, miután mindenki visszaadta ezt a gyümölcsöt
}
label-cart = Szállítás kordéval: legfeljebb { $room } gyümölcs
label-large = Nagy kordé kijátszása: legfeljebb { $room } gyümölcs szállítása
label-less = „Eggyel kevesebb gyümölcs” kijátszása: legfeljebb { $room } gyümölcs szállítása kordéval, egy lapkán egy gyümölcs kihagyásával
label-fill = { $village } lapkájának teljesítése: { $fruits } { $value } pontért
label-fill-any = { $village } kérdőjeles lapkájának teljesítése: { $fruits } { $value } pontért
label-fill-less = { $village } lapkájának teljesítése { $spared } kihagyásával: { $fruits } { $value } pontért
label-done = A szállítás befejezése
label-stop = Megállás egy mozgatás után
label-end = A játék befejezése: már csak körbejárás van
label-lay-blade = { $blade }. vitorla: { $fruit }
label-lay-finca = { $village } fincalapkája: { $kinds }
label-turn-up = { $village } új lapkája: { $tile }

### Why a step is not possible

why-no-farmer = { $blade ->
    [1] Az 1. vitorlán nem áll egyetlen gazdád sem.
    [5] Az 5. vitorlán nem áll egyetlen gazdád sem.
   *[other] A { $blade }. vitorlán nem áll egyetlen gazdád sem.
}
why-tile-played = Ezt az akciólapkát már kijátszottad: { $tile }. Mindegyik csak egyszer használható.
why-no-cart = A szállításhoz kordé kell, és nincs kordéd. Kordét az a gazda hoz, aki átlép egy kordévonalat.
why-nothing-to-fill = Egyik látható lapkához sincs elég gyümölcsöd.
why-nothing-to-spare = Nincs olyan, legalább 2 értékű lapka, amelyet eggyel kevesebb gyümölccsel teljesíthetnél.
why-village-filled = Egy szállítással falvanként legfeljebb egy lapka vehető el.
why-village-empty = { $village }: itt már nincs lapka.
why-lacking = { $village } lapkáját pontosan kell teljesíteni. Még hiányzik: { $fruits }.
why-lacking-any = { $village } lapkájához egy fajtából { $count } gyümölcs kell; neked egy fajtából legfeljebb { $most } van.
why-no-room = { $village } lapkájához { $value } gyümölcs kell, de csak { $room } fér fel.
why-discount-lost = Így nem maradna lapka, amelyet eggyel kevesebb gyümölccsel teljesíthetsz, pedig azt is meg kell tenned.

### What happened

event-windmill-laid = Áll a szélmalom, a 0. vitorlától az óramutató járásával megegyezően: { $fruits }.
event-fincas-laid = Helyükön a fincalapkák: { $fincas }.
event-tiles-dealt = Az első lapkák a falvakban: { $tiles }.
event-begins = { $player } kezd.
event-place = { $player } gazdát tesz { $blade ->
    [1] az 1.
    [5] az 5.
   *[other] a { $blade }.
} vitorlára, és kap { $takes }.
event-move = { $player } { $from ->
    [1] az 1.
    [5] az 5.
   *[other] a { $from }.
} vitorláról { $to ->
    [1] az 1.
    [5] az 5.
   *[other] a { $to }.
} vitorlára viszi egy gazdáját: kap { $takes }.
event-fruit-short = { $left ->
    [0] Hiány: { $owed } járna, de egy sem maradt. Mindenki visszaadja az övéit: { $returns }.
   *[other] Hiány: { $owed } járna, de csak { $left } maradt. Mindenki visszaadja az övéit: { $returns }.
}
event-carts-short = { $left ->
    [0] Kevés a kordé: { $owed } járna, de egy sem maradt. Mindenki visszaadja az övéit: { $returns }.
   *[other] Kevés a kordé: { $owed } járna, de csak { $left } maradt. Mindenki visszaadja az övéit: { $returns }.
}
returned = { $amount } ({ $player })
event-wind = { $player } kijátssza az erős szelet: legfeljebb { $moves } mozgatás.
event-gust = { $player } kijátssza a széllökést, és felemeli egy gazdáját { $blade ->
    [1] az 1.
    [5] az 5.
   *[other] a { $blade }.
} vitorláról.
event-land = { $player } leteszi a gazdát { $blade ->
    [1] az 1.
    [5] az 5.
   *[other] a { $blade }.
} vitorlára, és kap { $takes }.
event-cart = { $player } visszaad egy kordét, hogy legfeljebb { $room } gyümölcsöt szállítson.
event-large = { $player } kijátssza a nagy kordét, hogy legfeljebb { $room } gyümölcsöt szállítson.
event-less = { $player } kijátssza az „eggyel kevesebb gyümölcs” lapkát, és visszaad egy kordét, hogy legfeljebb { $room } gyümölcsöt szállítson.
event-fill = { $player } szállít { $fruits }, és megkapja { $village } { $value } értékű lapkáját.
event-fill-any = { $player } szállít { $fruits } a kérdőjelek helyére, és megkapja { $village } { $value } értékű lapkáját.
event-fill-less = { $player } szállít { $fruits }, kihagy { $spared }, és megkapja { $village } { $value } értékű lapkáját.
event-done = { $player } befejezi a szállítást.
event-stop = { $player } beéri egy mozgatással.
event-end = { $player } befejezi a játszmát: tíz kör óta semmi sem változik a gyümölcsökön kívül.
event-finca-won = { $player } kapja { $village } fincalapkáját, mert övé a többség ({ $kinds }: { $fruits }): { $points } pont.
event-finca-tied = Döntetlen a többségért ({ $kinds }): { $village } fincalapkája a dobozba kerül.
event-wooden-finca = { $left ->
    [0] { $village } kapja az utolsó fafincát.
   *[other] { $village } fafincát kap; még { $left } maradt.
}
event-no-wooden-finca = { $village } halma is elfogyott, de nem maradt fafinca.
event-bonus = { $player } összegyűjt egy sorozatot 1-től 6-ig, és bónuszlapkát kap: { $points } pont.
event-set-unpaid = { $player } összegyűjt egy sorozatot 1-től 6-ig, de nem maradt bónuszlapka.
event-turn-up = { $village } új lapkája: { $tile }.

### How it ends

end-last-finca = Áll az utolsó fafinca: a játék véget ért.
end-going-round = A gazdák már csak körbejárnak: a játék véget ért.
result-tie-broken = { $player } nyert { $points } ponttal: pontban döntetlen volt, de nála maradt a legtöbb gyümölcs ({ $fruits }).

### What can be wrong with a table

problem-seats = a soron lévő nem illik a játékosokhoz
problem-blades = a vitorlák nem a szélmaloméi
problem-farmers = hiányoznak gazdák, vagy túl sokan vannak
problem-fruits = hiányzik gyümölcs, vagy túl sok van
problem-carts = hiányzik kordé, vagy túl sok van
problem-tiles = egyes gyümölcslapkák hiányoznak, kétszer szerepelnek vagy két helyen vannak
problem-collections = az összegyűjtött lapkák száma nem egyezik a lapkákkal
problem-villages = egy falu olyan lapkát mutat, amelyet nem kellene, vagy nem mutat, pedig kellene
problem-fincas = a fincalapkák vagy a fafincák nem illenek a falvakhoz
problem-bonuses = a bónuszlapkák nem illenek az összegyűjtött sorozatokhoz
problem-action-tiles = valakinél olyan akciólapka van, amely nem létezik
problem-duty = a teendő nem illik az álláshoz

### Drawing

table-fig = füge
table-almond = mandula
# olíva: the short word, where olajbogyó has no room
table-olive = olíva
table-orange = narancs
table-grape = szőlő
table-lemon = citrom
table-any = ?
table-one-of-each = mindből egy
table-wind = szél
table-gust = lökés
table-large = nagy
table-less = kevesebb
table-supply = készlet
table-finca = finca
table-fincas = fincák
table-bonus = bónusz
table-room = { $count ->
    [0] a kordé tele van
   *[other] még { $count } gyümölcs fér rá
}
table-moves = még { $count } mozgatás
table-waiting = leteendő: { $farmers }
table-tied = döntetlen
table-legend = { $cart } kordé  { $line } kordévonal  { $pile } lapkák  { $finca } finca  ? egyféle  { $mark }3 nyomtatott gyümölcs

# A feladványok témái
theme-finca = Egy fincalapkáról szól, és a többségről.
theme-bonus = Az 1-től 6-ig terjedő értékek sorozatáról szól.
theme-shortage = Hiányról szól: ki mit ad vissza.
theme-special = Arról szól, mikor érdemes kijátszani egy akciólapkát.
theme-delivery = Szállításról szól: melyik lapkák, és mikor.
theme-harvest = A gazdák helyéről szól: mit szednek, és mit hagynak másoknak.
theme-placing = Arról szól, hol kezd egy gazda.
