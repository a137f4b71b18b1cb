### Parts

game-title = Milestones
game-about = Vegyél fel munkásokat, építs utakat a vidéken át, és húzz fel melléjük piacokat és házakat.

edition-note = Ez nem a nyomtatott játék, hanem rekonstrukció, amely mindennek megfelel, ami ismert róla: { $parts }. Akinek megvan a játék, saját térképfájlban megadhatja az eredetit.
edition-numbers = a térkép számai
edition-bushes = a bokrok helye
edition-workers = a munkáslapkák

## Kinds of workers

kind-quarryman = kőfejtő
kind-lumberjack = favágó
kind-sand-worker = homokbányász
kind-grain-grower = földműves
kind-coiner = pénzverő
# Hungarian keeps the singular after "legtöbb" (most).
kinds-quarryman = kőfejtő
kinds-lumberjack = favágó
kinds-sand-worker = homokbányász
kinds-grain-grower = földműves
kinds-coiner = pénzverő

## Goods, workers and tiles in a list or as the subject of a sentence

good-stone = kő
good-wood = fa
good-sand = homok
good-grain = gabona
good-coin = érme
subject-stone = { $count } kő
subject-wood = { $count } fa
subject-sand = { $count } homok
subject-grain = { $count } gabona
subject-coin = { $count } érme
numbered = { $number ->
    [3] 3-as
    [5] 5-ös
    [6] 6-os
    [8] 8-as
   *[other] { $number }-es
}
subject-quarryman = { numbered } kőfejtő
subject-lumberjack = { numbered } favágó
subject-sand-worker = { numbered } homokbányász
subject-grain-grower = { numbered } földműves
subject-coiner = { numbered } pénzverő
subject-tile = { $left } + { $right }

## The same as what somebody takes or gives

object-stone = { $count } követ
object-wood = { $count } fát
object-sand = { $count } homokot
object-grain = { $count } gabonát
object-coin = { $count } érmét
the-numbered = { $number ->
    [1] az 1-es
    [3] a 3-as
    [5] az 5-ös
    [6] a 6-os
    [8] a 8-as
   *[other] a { $number }-es
}
object-quarryman = { the-numbered } kőfejtőt
object-lumberjack = { the-numbered } favágót
object-sand-worker = { the-numbered } homokbányászt
object-grain-grower = { the-numbered } földművest
object-coiner = { the-numbered } pénzverőt
object-tile = { $left } és { $right }

## Spaces, parts and points

the-space = { $space ->
    [1] az 1.
    [5] az 5.
   *[other] a { $space }.
}
the-next = { $next ->
    [5] az 5.
   *[other] a { $next }.
}
stop-castle = vár
stop-space = { $space }. munkahely
stop-trading-house = kereskedőház
stop-board-of-works = építési hivatal
stop-mill = malom
part-street = útszakasz
part-house = ház
part-market = piac
part-sack = liszteszsák
parts-sections = útszakasz
parts-houses = ház
parts-markets = piac
parts-sacks = liszteszsák
tiles-at = { $kind } ({ $bushes })
score-streets = útszakaszok
score-houses = házak
score-markets = piacok
score-sacks = liszteszsákok
score-bonus-tiles = elvett bónuszlapkák
score-bonus-workers = bónuszlapkás munkások
score-majorities = többségek
score-total = összesen

### What is expected

prompt-bonus = A bokrokra kerülnek a bónuszlapkák.
prompt-turn-up = Munkáslapkák fordulnak fel.
prompt-refill = Kiegészül a kínálat.
prompt-over = Vége a játszmának.
prompt-draft = { $player } következik: elvesz egy lapkát a kezdősorból.
prompt-draft-you = Te jössz: vegyél el egy lapkát a kezdősorból.
prompt-lay-first = { $player } következik: két üres munkahelyre teszi a lapkát.
prompt-lay-first-you = Tedd a lapkát a táblád két üres munkahelyére.
prompt-move = { $moves ->
    [1] { $player } következik: másodszor lép.
   *[other] { $player } következik: { $moves } lépéséből az elsőt teszi meg.
}
prompt-move-you = { $moves ->
    [1] Lépj a bábuddal másodszor is.
   *[other] Te jössz: { $moves } lépésedből tedd meg az elsőt.
}
prompt-trade = { $player } a kereskedőházban van: felvehet, vásárolhat és eladhat.
prompt-trade-you = A kereskedőházban vagy: vegyél fel egy lapkát, vásárolj, adj el, vagy menj tovább.
prompt-trade-hired = { $player } a kereskedőházban van, már felvett egy lapkát, de még vásárolhat és eladhat.
prompt-trade-hired-you = Már felvettél egy lapkát: vásárolj, adj el, vagy menj tovább.
prompt-lay = { $player } következik: leteszi a felvett lapkát.
prompt-lay-you = Tedd a felvett lapkát két szomszédos munkahelyre, bármi fölé.
prompt-works = { $player } az építési hivatalban van: építhet.
prompt-works-you = Az építési hivatalban vagy: építs, vagy menj tovább.
prompt-via = { $player } következik: kijelöli az útszakasz mérföldkövének helyét.
prompt-via-you = Hol álljon az útszakasz mérföldköve?
prompt-to = { $player } következik: kijelöli az útszakasz végét.
prompt-to-you = Hol érjen véget az útszakasz?
prompt-take = { $player } elvehet egy bónuszlapkát.
prompt-take-you = Vegyél el egy bónuszlapkát egyik munkásodnak, vagy hagyd ott.
prompt-take-house = { $player } következik: elveszi a ház bónuszlapkáját.
prompt-take-house-you = Melyik munkásod kapja a ház bónuszlapkáját?
prompt-mill = { $player } a malomban van: liszttel láthatja el a piacokat.
prompt-mill-you = A malomban vagy: láss el liszttel egy piacot, vagy menj tovább.
prompt-discard = { $player } a várban van: kockát vagy érmét kell eldobnia, még { $discards } darabot.
prompt-discard-you = A várban vagy: dobj el kockát vagy érmét, még { $discards } darabot.
prompt-cover = { $player } a várban van: le kell takarnia egy munkást.
prompt-cover-you = A várban vagy: takard le egyik munkásodat.

### What a step would do

scored = { $points } pont
opening = { $bonuses ->
    [0] { "" }
    [1] , és elvehető egy bónuszlapka: { $tiles }
   *[other] , és elvehetők bónuszlapkák: { $tiles }
}
losing = { $bonuses ->
    [0] { "" }
    [1] ; elvész egy bónuszlapka: { $tiles }
   *[other] ; elvesznek bónuszlapkák: { $tiles }
}
label-draft = Elvétel: { $tile }
label-lay = A lapka letétele { the-space } és { the-next } munkahelyre
label-lay-over = A lapka letétele { the-space } és { the-next } munkahelyre; letakarja: { $workers }{ losing }
label-go-castle = { $covers ->
    [yes] Hazatérés a várba: { $discards ->
        [0] egy munkás letakarása
       *[other] { $discards } áru eldobása, egy munkás letakarása
    }
   *[no] Hazatérés a várba: { $discards ->
        [0] nem kerül semmibe
       *[other] { $discards } áru eldobása
    }
}
label-go-worker = Lépés { the-space } munkahelyre ({ $worker }): { $gains }
label-go-empty = Lépés { the-space } munkahelyre, amely üres
label-go-covered = Lépés { the-space } munkahelyre, amely le van takarva
label-go-trading-house = Lépés a kereskedőházba{ $coins ->
    [0] { "" }
   *[other] : { $coins } érme, mert a számok sehol sem csökkennek
}{ $awaits ->
    [nothing] ; nincs mit cserélni
   *[something] { "" }
}
label-go-board-of-works = Lépés az építési hivatalba{ $awaits ->
    [nothing] ; nincs miből építeni
   *[something] { "" }
}
label-go-mill = Lépés a malomba{ $awaits ->
    [nothing] ; nincs kiszállítható liszt
   *[something] { "" }
}
label-hire = Felvétel { $pays } árán: { $tile }
label-buy = Vásárlás { $pays } árán: { $gains }
label-sell = Eladás: { $pays }, ára { $gains }
label-done-trading-house = Tovább a kereskedőházból
label-done-board-of-works = Tovább az építési hivatalból
label-done-mill = Tovább a malomból
label-street = Útszakasz kezdése itt: { $vertex }
label-via = Mérföldkő itt: { $vertex }, { scored }{ opening }
label-to = Útszakasz, { $start } – { $milestone } – { $end }: { scored }{ opening }
label-house = Ház, { $triangle }: { scored }{ opening }
label-market = Piac, { $vertex }: { scored }{ opening }
label-take = Bónuszlapka elvétele ({ $bush }) { the-space } munkahelyre ({ $worker }): { scored }
label-leave = { $bonuses ->
    [1] A bónuszlapka ott hagyása: { $tiles }
   *[other] A bónuszlapkák ott hagyása: { $tiles }
}
label-sack = Liszteszsák { $pays } árán, { $vertex }: { scored } és { $gains }
label-sack-for = Liszteszsák { $pays } árán, { $vertex }, kisebb számokért: { scored } és { $gains }
label-discard = Eldobás: { $pays }
label-cover = Letakarás { the-space } munkahelyen: { $workers }{ losing }
label-lay-bonus = A következő bónuszlapka: { $kind }
label-turn-up = A következő munkáslapka: { $tile }

### What happened

event-bonus-tiles = A bokrokon fekszenek a bónuszlapkák: { $tiles }.
event-display = A kínálat: { $tiles }.
event-starting-row = A kezdősor: { $tiles }.
event-first-draft = { $player } választ először a kezdősorból.
event-draft = { $player } elveszi a kezdősorból { $tile }.
event-lay = { $player } { the-space } és { the-next } munkahelyre teszi a lapkát.
event-lay-over = { $player } { the-space } és { the-next } munkahelyre teszi a lapkát, és letakarja { $workers }.
event-left-over = A kezdősorból megmaradt lapka a dobozba kerül: { $tile }.
event-begins = { $player } kezd.
event-go-castle = { $player } hazatér a várba.
event-go-worker = { $player } { the-space } munkahelyre lép ({ $worker }), és { $gains } kap.
event-go-empty = { $player } { the-space } munkahelyre lép, amely üres.
event-go-covered = { $player } { the-space } munkahelyre lép, amely le van takarva.
event-go-trading-house = { $awaits ->
    [nothing] { $player } a kereskedőházba lép, de nincs mit cserélnie.
   *[something] { $player } a kereskedőházba lép.
}
event-go-board-of-works = { $awaits ->
    [nothing] { $player } az építési hivatalba lép, de nincs miből építenie.
   *[something] { $player } az építési hivatalba lép.
}
event-go-mill = { $awaits ->
    [nothing] { $player } a malomba lép, de nincs kiszállítható lisztje.
   *[something] { $player } a malomba lép.
}
event-bonus-workers = { $player } bónuszlapkás munkásaiért { $points } pontot kap.
event-ascending = { $player } munkásainak számai sehol sem csökkennek: { $gains } kap.
event-hire = { $player } felveszi { $tile }, és { $pays } fizet.
event-turn-up = Új lapka a kínálatban: { $tile }.
event-pile-empty = A húzóhalom elfogyott.
event-buy = { $player } vásárol { $gains }, és { $pays } fizet.
event-sell = { $player } elad { $pays }, és { $gains } kap.
event-done-trading-house = { $player } továbbmegy a kereskedőházból.
event-done-board-of-works = { $player } továbbmegy az építési hivatalból.
event-done-mill = { $player } továbbmegy a malomból.
event-street = { $player } útszakaszt tervez innen: { $vertex }.
event-via = { $player } ide tervezi a mérföldkövét: { $vertex }.
event-to = { $player } útszakaszt épít, { $start } – { $milestone } – { $end }: { scored }.
event-house = { $player } házat épít, { $triangle }: { scored }.
event-market = { $player } piacot épít, { $vertex }: { scored }.
event-take = { $player } elvesz egy bónuszlapkát ({ $bush }) { the-space } munkahelyre ({ $worker }): { scored }.
event-leave = { $bonuses ->
    [1] { $player } ott hagyja a bónuszlapkát: { $tiles }.
   *[other] { $player } ott hagyja a bónuszlapkákat: { $tiles }.
}
event-sack = { $player } liszttel lát el egy piacot ({ $vertex }), és { $pays } fizet: { $points } pontot és { $gains } kap.
event-sack-for = { $player } liszttel lát el egy piacot ({ $vertex }), { $pays } fizet, és kisebb számokat választ: { $points } pontot és { $gains } kap.
event-discard = { $player } eldob { $pays }.
event-cover = { $player } letakarja { the-space } munkahelyen { $workers }.
event-bonus-lost = { $bonuses ->
    [1] Elvész egy bónuszlapka: { $tiles }.
   *[other] Elvesznek bónuszlapkák: { $tiles }.
}
event-none-covered = { $player } nem takar le senkit, mert csak { $workers } látható munkása van.
event-last-sections = Ez volt az utolsó útszakasz.
event-last-houses = Ez volt az utolsó ház.
event-last-markets = Ez volt az utolsó piac.
event-last-sacks = Ez volt az utolsó liszteszsák.
event-end-target = { $player } pontszáma { $points }: közeleg a vég.
event-end-last-tile = { $player } megvette a kínálat utolsó lapkáját: közeleg a vég.
event-last-turns = { $count ->
    [1] { $players } még egy utolsó kört játszik.
   *[other] { $players } még egy-egy utolsó kört játszik.
}
event-last-turn = { $player } utolsó köre következik.

### How it ends

event-majority = Legtöbb { $kinds }: { $player } ({ $strength }), { scored }.
event-majority-tied = Legtöbb { $kinds }, holtversenyben: { $players } ({ $strength }), fejenként { scored }.
event-majority-none = Legtöbb { $kinds }: mindenki egyenlő, nem jár pont.
end-target = Valaki elérte a szükséges pontszámot, és mindenki más is megtette utolsó körét: vége a játszmának.
end-last-tile = Elkelt a kínálat utolsó lapkája, és mindenki más is megtette utolsó körét: vége a játszmának.
result-tie-broken = { $player } nyert { $points } ponttal: pontban holtverseny volt, de nála van a legtöbb kocka és érme ({ $goods }).

### What can be wrong with a table

problem-seats = a soron lévő vagy egy bábu nincs a helyén
problem-parts = több épült, mint amennyi alkatrész van, vagy hely és építő nélkül épült
problem-goods = valakinek semminél is kevesebb áruja van, vagy egy üres helynek van áruja
problem-tiles = egyes munkáslapkák hiányoznak, kétszer szerepelnek vagy két helyen vannak
problem-workers = egy munkás nem létezik, vagy valakinek túl kevés van
problem-bonus-tiles = egyes bónuszlapkák hiányoznak, kétszer szerepelnek vagy nem illő munkáson vannak
problem-road = az úthálózatban hurok, kereszteződés vagy hézag van
problem-map = ami a térképen áll, nem egyezik azzal, ami épült
problem-plots = a házhelyek nem illenek az utakhoz
problem-houses = egy háromszögben két ház áll, vagy ház áll a bónuszlapkája mellett
problem-points = a pontok nem egyeznek azzal, ami épült
problem-end = a vég nem illik a pontokhoz és a kínálathoz
problem-duty = a teendő nem illik az asztalhoz
problem-stop = a teendő nem illik ahhoz a mezőhöz, ahol a bábu áll

### What can be wrong with a map

error-unsound-map = Ezen a térképen nem lehet játszani: { $problems }.
map-unreadable = a fájl nem olvasható térképként: { $problem }
map-too-long = { $found } karakter túl sok; egy térképfájl legfeljebb { $most } karakter lehet
map-too-intricate = a térképfájlban egyszerű kulcsok, idézőjeles nevek és listák listái állnak: pontozott kulcs, kapcsos zárójel vagy mélyebb szerkezet nem
map-nameless = a térképnek betűkből, számjegyekből, pontokból, kötőjelekből vagy aláhúzásokból álló név kell
map-name-too-long = a név { $found } betűs; legfeljebb { $most } betű lehet
map-name-taken = „{ $name }” a beépített térkép neve
map-too-many-rows = { $found } sor túl sok; legfeljebb { $most } lehet
map-shifts = { $rows } sor van, de { $shifts } eltolás
map-rows-do-not-interlock = két szomszédos sor ({ $above } és { $below }) nem illeszkedik: eltolásuknak páratlan számú fél lépéssel kell különböznie
map-too-few-vertices = { $found } csúcs túl kevés; legalább { $least } kell
map-too-many-vertices = { $found } csúcs túl sok; legfeljebb { $most } lehet
map-missing-number = egy csúcsnak nincs száma: { $vertex }
map-number-out-of-range = egy csúcs ({ $vertex }) száma { $number }; a számok 1-től 5-ig terjednek
map-unknown-start = a kezdőhely nincs a térképen: { $start }
map-start-has-number = a kezdőhely ({ $start }) száma { $number }; 0 kell legyen
map-start-without-neighbours = a kezdőhelyről ({ $start }) nem indulhat út
map-disconnected = egy csúcs úton nem érhető el: { $vertex }
map-wrong-number-of-bushes = { $found } bokor van { $wanted } helyett
map-bush-no-triangle = nincs ilyen háromszög a térképen: { $bush }
map-bush-twice = egy háromszögben két bokor van: { $bush }
map-wrong-number-of-workers = { $found } munkáslapka van { $wanted } helyett
map-unreadable-worker = „{ $tile }” nem munkáslapka; ilyen például a Q5L5

### Drawing

table-stone = kő
table-wood = fa
table-sand = homok
table-grain = gabona
table-coin = érme
table-display = kínálat
table-pile = húzóhalom { $count }
table-sections = útszakasz
table-houses = ház
table-markets = piac
table-sacks = zsák
table-target = vége { $points } pontnál
table-row = kezdősor
table-tile = leteendő: { $tile }
table-plan = útszakasz: { $way }
table-offered = bónusz: { $bushes }
table-moves = még { $count } lépés
table-last-turns = utolsó kör: { $players }
table-workers = munkások
table-mill = malom
table-board-of-works = építés
table-trading-house = kereskedő
table-legend-map = { $milestone } mérföldkő  { $market } piac  { $flour } piac liszttel  { $house } ház  Q L S G C bónuszlapka
table-legend-board = { $castle } vár  { $cover } takarólapka  { $bonus } bónuszlapkás  +1 érme érkezéskor  +5 többségek most
