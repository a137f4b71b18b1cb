### Parts

game-title = Milestones
game-about = Vegyél fel munkásokat, építs utakat a vidéken át, és melléjük piacokat és házakat.

edition-note = Rekonstruált részek: { $parts }. Akinek megvan a játék, saját térképfájlban megadhatja az eredetit.
edition-numbers = a térkép számai
edition-bushes = a bokrok helye
edition-workers = a munkáslapkák

## Kinds of workers

kind-quarryman = kőfejtő
kind-lumberjack = favágó
kind-sand-worker = homokszitáló
kind-grain-grower = arató
kind-coiner = pénzverő
# Hungarian keeps the singular after "legtöbb" (most).
kinds-quarryman = kőfejtő
kinds-lumberjack = favágó
kinds-sand-worker = homokszitáló
kinds-grain-grower = arató
kinds-coiner = pénzverő

## Goods, workers and tiles in a list or as the subject of a sentence

good-stone = kő
good-wood = fa
good-sand = homok
good-grain = búza
good-coin = pénz
subject-stone = { $count } kő
subject-wood = { $count } fa
subject-sand = { $count } homok
subject-grain = { $count } búza
subject-coin = { $count } pénz
numbered = { $number ->
    [3] 3-as
    [5] 5-ös
    [6] 6-os
    [8] 8-as
   *[other] { $number }-es
}
subject-quarryman = { numbered } kőfejtő
subject-lumberjack = { numbered } favágó
subject-sand-worker = { numbered } homokszitáló
subject-grain-grower = { numbered } arató
subject-coiner = { numbered } pénzverő
subject-tile = { $left } + { $right }

## The same as what somebody takes or gives

object-stone = { $count } követ
object-wood = { $count } fát
object-sand = { $count } homokot
object-grain = { $count } búzát
object-coin = { $count } pénzt
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
object-sand-worker = { the-numbered } homokszitálót
object-grain-grower = { the-numbered } aratót
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
stop-board-of-works = építési bizottság
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
prompt-turn-up = Munkáslapkákat fordítunk fel.
prompt-refill = Kiegészítjük a kínálatot.
prompt-over = A játék véget ért.
prompt-draft = { $player } következik: elvesz egy lapkát a kezdőlapkák közül.
prompt-draft-you = Te jössz: vegyél el egy lapkát a kezdőlapkák közül.
prompt-lay-first = { $player } következik: két üres munkahelyre teszi a lapkát.
prompt-lay-first-you = Tedd a lapkát a táblád két üres munkahelyére.
prompt-move = { $moves ->
    [1] { $player } következik: másodszor is mozgat.
   *[other] { $player } következik: először mozgat.
}
prompt-move-you = { $moves ->
    [1] Mozgasd a figurádat másodszor is.
   *[other] Te jössz: mozgasd a figurádat először.
}
prompt-trade = { $player } a kereskedőházban van: munkást vehet fel, vásárolhat és eladhat.
prompt-trade-you = A kereskedőházban vagy: vegyél meg egy lapkát, vásárolj, adj el, vagy fejezd be.
prompt-trade-hired = { $player } a kereskedőházban van, már megvett egy lapkát, de még vásárolhat és eladhat.
prompt-trade-hired-you = Már megvettél egy lapkát: vásárolj, adj el, vagy fejezd be.
prompt-lay = { $player } következik: leteszi a megvett lapkát.
prompt-lay-you = Tedd a megvett lapkát két szomszédos munkahelyre; bármit letakarhatsz vele.
prompt-works = { $player } az építési bizottságnál van: építhet.
prompt-works-you = Az építési bizottságnál vagy: építs, vagy fejezd be.
prompt-via = { $player } következik: kijelöli az útszakasz mérföldkövének helyét.
prompt-via-you = Hol álljon az útszakasz mérföldköve?
prompt-to = { $player } következik: kijelöli az útszakasz végét.
prompt-to-you = Hol érjen véget az útszakasz?
prompt-take = { $player } elvehet egy bónuszlapkát.
prompt-take-you = Vegyél el egy bónuszlapkát egyik munkásodnak, vagy hagyd ott.
prompt-take-house = { $player } következik: elveszi a ház bónuszlapkáját.
prompt-take-house-you = Melyik munkásod kapja a ház bónuszlapkáját?
prompt-mill = { $player } a malomban van: lisztet szállíthat a piacokra.
prompt-mill-you = A malomban vagy: szállíts lisztet egy piacra, vagy fejezd be.
prompt-discard = { $player } a várban van: kockát vagy pénzt kell beadnia, még { $discards } darabot.
prompt-discard-you = A várban vagy: adj be kockát vagy pénzt, még { $discards } darabot.
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
    [1] ; kikerül a játékból egy bónuszlapka: { $tiles }
   *[other] ; kikerülnek a játékból bónuszlapkák: { $tiles }
}
label-draft = Elvétel: { $tile }
label-lay = A lapka letétele { the-space } és { the-next } munkahelyre
label-lay-over = A lapka letétele { the-space } és { the-next } munkahelyre; letakarja: { $workers }{ losing }
label-go-castle = { $covers ->
    [yes] Hazatérés a várba: { $discards ->
        [0] egy munkás letakarása
       *[other] { $discards } erőforrás beadása, egy munkás letakarása
    }
   *[no] Hazatérés a várba: { $discards ->
        [0] nem kerül semmibe
       *[other] { $discards } erőforrás beadása
    }
}
label-go-worker = Mozgatás { the-space } munkahelyre ({ $worker }): { $gains }
label-go-empty = Mozgatás { the-space } munkahelyre, amely üres
label-go-covered = Mozgatás { the-space } munkahelyre, amely le van takarva
label-go-trading-house = Mozgatás a kereskedőházba{ $coins ->
    [0] { "" }
   *[other] : { $coins } pénz, mert a számok növekvő sorban állnak
}{ $awaits ->
    [nothing] ; nincs mivel kereskedni
   *[something] { "" }
}
label-go-board-of-works = Mozgatás az építési bizottsághoz{ $awaits ->
    [nothing] ; nincs miből építeni
   *[something] { "" }
}
label-go-mill = Mozgatás a malomba{ $awaits ->
    [nothing] ; nincs kiszállítható liszt
   *[something] { "" }
}
label-hire = Megvétel { $pays } árán: { $tile }
label-buy = Vásárlás { $pays } árán: { $gains }
label-sell = Eladás: { $pays }, ára { $gains }
label-done-trading-house = Kereskedés befejezése
label-done-board-of-works = Építkezés befejezése
label-done-mill = Kész
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
label-discard = Beadás: { $pays }
label-cover = Letakarás { the-space } munkahelyen: { $workers }{ losing }
label-lay-bonus = A következő bónuszlapka: { $kind }
label-turn-up = A következő munkáslapka: { $tile }

### Why a step is not possible

why-castle-twice = A várból nem lehet egyetlen mozgatással a várba menni.
why-clockwise = A figura csak az óramutató járása szerint halad, és a mozgatás a váron nem vezet túl.
why-hired = A kereskedőházban látogatásonként csak egy lapka vehető meg.
why-not-displayed = Ez a lapka nincs a kínálatban.
why-coins = Ennek ára { $price }; neked ennyi van: { $coins }.
why-nothing-to-sell = Csak két olyan kockát adhatsz el, amely nálad van.
why-trading-house = Munkást felvenni, vásárolni és eladni a kereskedőházban lehet.
why-price-street = Egy útszakasz ára: { $price }. Még hiányzik: { $lacks }.
why-price-house = Egy ház ára: { $price }. Még hiányzik: { $lacks }.
why-price-market = Egy piac ára: { $price }. Még hiányzik: { $lacks }.
why-price-sack = Egy liszteszsák ára: { $price }. Még hiányzik: { $lacks }.
why-used-up = Elfogyott a készletből: { $parts }.
why-street-start = Útszakasz piacról vagy egy út végéről indulhat.
why-street-room = Innen nem indulhat útszakasz ({ $vertex }): két egymás utáni szám kell hozzá, amely nem része az úthálózatnak.
why-milestone-place = A mérföldkő olyan szomszédos számra kerül, amely nem része az úthálózatnak, és amelyen túl van még egy ilyen szám.
why-street-end = Az útszakasz a mérföldköve melletti olyan számon ér véget, amely nem része az úthálózatnak.
why-board-of-works = Utat, házat és piacot az építési bizottságnál lehet építeni.
why-house-there = Ezen a háromszögön már áll ház.
why-house-street = Házhoz a háromszög legalább egyik oldalán út kell.
why-house-bonus = Bónuszlapkás háromszögre csak akkor építhetsz házat, ha van ilyen típusú, bónuszlapka nélküli látható munkásod.
why-market-place = Piac az úthálózat egy szabad számára kerülhet.
why-bonus-worker = A bónuszlapkához olyan típusú látható munkás kell, amelyiken még nincs bónuszlapka.
why-bonus-tile = Bónuszlapkát a mellette való építéssel lehet elvenni.
why-must-take = A ház elveszi a háromszöge bónuszlapkáját; nem lehet ott hagyni.
why-no-market = Liszt piacra való, és itt nincs piac.
why-sack-there = Ezen a piacon már van liszt.
why-lower-numbers = E piac mellett nincs két szabad szám ezzel az összeggel.
why-mill = Lisztet a malomban lehet szállítani.
why-no-worker = { $space ->
    [1] Az 1. munkahelyen nincs látható munkás.
    [5] Az 5. munkahelyen nincs látható munkás.
   *[other] A { $space }. munkahelyen nincs látható munkás.
}
why-castle = Munkást letakarni, kockát és pénzt beadni a várban kell.
why-nothing-to-return = Ebből nincs mit beadnod.
why-not-empty = Az első két lapka üres munkahelyekre kerül.

### What happened

event-bonus-tiles = A bokrokon fekszenek a bónuszlapkák: { $tiles }.
event-display = A kínálat: { $tiles }.
event-starting-row = A kezdőlapkák: { $tiles }.
event-first-draft = { $player } választ először a kezdőlapkák közül.
event-draft = { $player } elveszi a kezdőlapkák közül { $tile }.
event-lay = { $player } { the-space } és { the-next } munkahelyre teszi a lapkát.
event-lay-over = { $player } { the-space } és { the-next } munkahelyre teszi a lapkát, és letakarja { $workers }.
event-left-over = A kezdőlapkák közül megmaradt lapka a dobozba kerül: { $tile }.
event-begins = { $player } kezd.
event-go-castle = { $player } hazatér a várba.
event-go-worker = { $player } { the-space } munkahelyre megy ({ $worker }), és { $gains } kap.
event-go-empty = { $player } { the-space } munkahelyre megy, amely üres.
event-go-covered = { $player } { the-space } munkahelyre megy, amely le van takarva.
event-go-trading-house = { $awaits ->
    [nothing] { $player } a kereskedőházba megy, de nincs mivel kereskednie.
   *[something] { $player } a kereskedőházba megy.
}
event-go-board-of-works = { $awaits ->
    [nothing] { $player } az építési bizottsághoz megy, de nincs miből építenie.
   *[something] { $player } az építési bizottsághoz megy.
}
event-go-mill = { $awaits ->
    [nothing] { $player } a malomba megy, de nincs kiszállítható lisztje.
   *[something] { $player } a malomba megy.
}
event-bonus-workers = { $player } bónuszlapkás munkásaiért { $points } pontot kap.
event-ascending = { $player } munkásainak számai növekvő sorban állnak: { $gains } kap.
event-hire = { $player } felveszi { $tile }, és { $pays } fizet.
event-turn-up = Új lapka a kínálatban: { $tile }.
event-pile-empty = A húzópakli elfogyott.
event-buy = { $player } vásárol { $gains }, és { $pays } fizet.
event-sell = { $player } elad { $pays }, és { $gains } kap.
event-done-trading-house = { $player } befejezi a kereskedést.
event-done-board-of-works = { $player } befejezi az építkezést.
event-done-mill = { $player } befejezi a malomban.
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
event-sack = { $player } lisztet szállít egy piacra ({ $vertex }), és { $pays } fizet: { $points } pontot és { $gains } kap.
event-sack-for = { $player } lisztet szállít egy piacra ({ $vertex }), { $pays } fizet, és kisebb számokat választ: { $points } pontot és { $gains } kap.
event-discard = { $player } bead { $pays }.
event-cover = { $player } letakarja { the-space } munkahelyen { $workers }.
event-bonus-lost = { $bonuses ->
    [1] Kikerül a játékból egy bónuszlapka: { $tiles }.
   *[other] Kikerülnek a játékból bónuszlapkák: { $tiles }.
}
event-none-covered = { $player } nem takar le senkit, mert csak { $workers } látható munkása van.
event-last-sections = Ez volt az utolsó útszakasz.
event-last-houses = Ez volt az utolsó ház.
event-last-markets = Ez volt az utolsó piac.
event-last-sacks = Ez volt az utolsó liszteszsák.
event-end-target = { $player } pontszáma { $points }, és ezzel elindítja a játék végét.
event-end-last-tile = { $player } megvette a kínálat utolsó lapkáját, és ezzel elindítja a játék végét.
event-last-turns = { $count ->
    [1] { $players } még egy utolsó kört játszik.
   *[other] { $players } még egy-egy utolsó kört játszik.
}
event-last-turn = { $player } utolsó köre következik.

### How it ends

event-majority = Többség, { $kinds }: { $player } ({ $strength }), { scored }.
event-majority-tied = Többség, { $kinds }, döntetlennel: { $players } ({ $strength }), fejenként { scored }.
event-majority-none = Többség, { $kinds }: mindenkinél ugyanannyi van, nem jár pont.
end-target = Valaki elérte a kitűzött pontszámot, és mindenki más is lejátszotta utolsó körét: a játék véget ért.
end-last-tile = Elkelt a kínálat utolsó lapkája, és mindenki más is lejátszotta utolsó körét: a játék véget ért.
result-tie-broken = { $player } nyert { $points } ponttal: pontban döntetlen volt, de nála van a legtöbb kocka és pénz ({ $goods }).

### What can be wrong with a table

problem-seats = a soron lévő vagy egy figura nincs a helyén
problem-parts = több épült, mint amennyi tartozék van, vagy hely és építő nélkül épült
problem-goods = valakinek negatív számú erőforrása van, vagy egy üres helynek van erőforrása
problem-tiles = egyes munkáslapkák hiányoznak, kétszer szerepelnek vagy két helyen vannak
problem-workers = egy munkás nem létezik, vagy valakinek túl kevés van
problem-bonus-tiles = egyes bónuszlapkák hiányoznak, kétszer szerepelnek vagy nem illő munkáson vannak
problem-road = az úthálózatban hurok vagy hézag van, vagy metszi önmagát
problem-map = ami a térképen áll, nem egyezik azzal, ami épült
problem-plots = a házhelyek nem illenek az utakhoz
problem-houses = egy háromszögben két ház áll, vagy ház áll a bónuszlapkája mellett
problem-points = a pontok nem egyeznek azzal, ami épült
problem-end = a játék vége nem illik a pontokhoz és a kínálathoz
problem-duty = a teendő nem illik az álláshoz
problem-stop = a teendő nem illik ahhoz a mezőhöz, ahol a figura áll

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
table-grain = búza
table-coin = pénz
table-display = kínálat
table-pile = húzópakli { $count }
table-sections = útszakasz
table-houses = ház
table-markets = piac
table-sacks = zsák
table-target = vége { $points } pontnál
table-row = kezdőlapkák
table-tile = leteendő: { $tile }
table-plan = útszakasz: { $way }
table-offered = bónusz: { $bushes }
table-moves = még { $count } mozgatás
table-last-turns = utolsó kör: { $players }
table-workers = munkások
table-mill = malom
table-board-of-works = építés
table-trading-house = kereskedés
table-legend-map = { $milestone } mérföldkő  { $market } piac  { $flour } piac liszttel  { $house } ház  Q L S G C bónuszlapka
table-legend-board = { $castle } vár  { $cover } takarólapka  { $bonus } bónuszlapkás  +1 pénz érkezéskor  +5 többség

# A feladványok témái
theme-race = A játék végéről szól, és arról, ki áll készen rá.
theme-flour = Egy piac lisztjéről szól.
theme-market = Piac építéséről szól.
theme-house = Ház építéséről szól.
theme-street = Útszakasz építéséről szól.
theme-hiring = Munkásokról szól: kit vegyél fel, és hová álljon.
theme-trading = Kereskedésről szól: mit adj el, és mit vásárolj.
theme-castle = A várba való hazatérésről szól, és arról, kit takarj le.
theme-harvest = A tábla körüli útról szól: kinél állj meg, és kin haladj át.
