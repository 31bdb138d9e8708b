import { lines, type LanguageTexts } from './texts-shape.ts'

export const german: LanguageTexts = {
  locale: 'de',
  places: [
    ['DE', 'Leipzig'],
    ['DE', 'Freiburg im Breisgau'],
    ['DE', 'Kiel'],
    ['AT', 'Graz'],
    ['CH', 'Winterthur'],
    ['DE', 'Köln'],
  ],
  first: lines(`Anke|Jürgen|Lena|Matthias|Sabine|Tobias|Frieda|Moritz|Ulrike|Paul|Käthe|Henning|Miriam|Stefan`),
  last: lines(`Brandt|Öztürk|Schäfer|Huber|Krause|Lindner|Vogel|Yılmaz|Reuter|Böhm|Petersen|Groß`),
  titles: {
    good: lines(
      `Jeden Cent wert|Schöner als auf den Fotos|Genau mein Ding|Ganz wunderbar|Ein Stück fürs Leben|Immer wieder gern|Schlicht und richtig gut|Volle Empfehlung`,
    ),
    fair: lines(`Gut, aber|Ganz ordentlich|Fast perfekt|Mit kleinen Schwächen`),
    poor: lines(`Leider enttäuscht|Ging zurück|Hatte mehr erwartet|Nicht wie beschrieben`),
  },
  openers: {
    good: lines(
      `Ich habe lange nach so etwas gesucht.|Ausgepackt und sofort verliebt.|Beim Preis habe ich gezögert, jetzt nicht mehr.|Seit es da ist, benutzen wir es jeden Tag.|Schon meine zweite Bestellung hier.|Selten so zufrieden mit einem Kauf gewesen.|Ein Geschenk an mich selbst, und zwar ein gutes.`,
    ),
    fair: lines(
      `Im Großen und Ganzen zufrieden.|Schön, aber nicht ohne Makel.|Nach ein paar Wochen bin ich hin- und hergerissen.`,
    ),
    poor: lines(
      `Ich hätte es so gern gemocht.|Vielleicht hatte ich einfach Pech.|Für das Geld habe ich mehr erwartet.`,
    ),
  },
  about: {
    table: {
      good: lines(
        `Die Glasur hat eine Tiefe, die man auf Bildern nicht sieht.|Liegt gut in der Hand und ist nicht zu schwer.|Kommt seit Wochen in die Spülmaschine und sieht aus wie neu.|Jedes Stück ist ein wenig anders, genau das mag ich.`,
      ),
      fair: lines(`Etwas dunkler als auf den Fotos.|Kleiner, als ich gedacht hatte.`),
      poor: lines(`Kam mit einem Sprung am Rand an.|Nach zwei Wochen hat die Glasur feine Risse.`),
    },
    kitchen: {
      good: lines(
        `Man merkt, dass hier jemand selbst kocht.|[hard] In einer Minute sauber, das ist mir das Wichtigste.|Hat drei billigere Sachen aus der Schublade verdrängt.|Das Frühstück am Sonntag ist seitdem ein kleines Fest.`,
      ),
      fair: lines(`Braucht etwas mehr Pflege, als ich dachte.|[hard] Ziemlich schwer, das sollte man wissen.`),
      poor: lines(`[hard] Hat sich nach dem zweiten Abwasch verzogen.|Der Geruch ging wochenlang nicht weg.`),
    },
    home: {
      good: lines(
        `[cloth] Weich vom ersten Tag an und nach jeder Wäsche noch weicher.|Der Hund hat es sofort beschlagnahmt.|Die Farbe ist ruhig und passt zu allem.|[cloth] Sogar die Nähte auf der Rückseite sind sauber gearbeitet.`,
      ),
      fair: lines(`[cloth] Am Anfang fusselt es ein wenig.|Die kleine Größe ist wirklich klein.`),
      poor: lines(`[cloth] Nach einer Wäsche völlig aus der Form.|[cloth] In der ersten Woche ging eine Naht auf.`),
    },
    care: {
      good: lines(
        `[scent] Der Duft ist da, ohne sich aufzudrängen.|[wick] Brennt gleichmäßig bis zum Schluss.|[skin] Meine rissigen Hände waren nach vier Tagen wieder heil.|[skin] Sehr ergiebig, eine Spur genügt.`,
      ),
      fair: lines(
        `[scent] Angenehm, aber der Duft könnte kräftiger sein.|[tin] Der Deckel geht mit nassen Händen schwer auf.`,
      ),
      poor: lines(`[scent] Ich rieche leider gar nichts.|[wick] Der Docht ist am zweiten Abend ertrunken.`),
    },
    wear: {
      good: lines(
        `[sleeves] Passt wie beschrieben, und die Ärmel sind endlich lang genug.|Kratzt kein bisschen, und ich bin da empfindlich.|Nach zehn Wäschen noch wie neu.|Hat eine Woche Nordsee im November überstanden.`,
      ),
      fair: lines(`Fällt eher groß aus.|Warm und gut verarbeitet, pillt aber ein wenig.`),
      poor: lines(`Trotz Kaltwäsche eingelaufen.|[sleeves] Die Naht an der Schulter ging beim zweiten Tragen auf.`),
    },
    outdoor: {
      good: lines(
        `[inside] Eine ganze Nacht Regen, innen alles trocken.|Leicht genug zum Tragen und stabil genug zum Vertrauen.|Auf dem Zeltplatz wurde ich dreimal danach gefragt.|[straps] Jedes Detail ist durchdacht, bis zur Länge der Riemen.`,
      ),
      fair: lines(`[folds] Der Packsack ist arg knapp.|[folds] Allein aufbauen braucht etwas Übung.`),
      poor: lines(
        `[straps] Auf der zweiten Tour ist ein Riemen ausgerissen.|[inside] Schon bei leichtem Regen undicht an der Naht.`,
      ),
    },
    garden: {
      good: lines(
        `Steht da, als hätte es schon immer dazugehört.|[outside] Hat den ganzen Winter draußen gut überstanden.|Schlicht und bis zur letzten Schraube durchdacht.|[light] Abends macht es ein ganz wunderbares Licht.`,
      ),
      fair: lines(`Etwas kleiner als gedacht.|Gute Qualität, aber viel zu viel Verpackung.`),
      poor: lines(`[outside] Kam mit einer Delle an.|[outside] Nach dem ersten Frost war ein Riss drin.`),
    },
  },
  life: lines(
    `Der Versand ging schnell und kam ganz ohne Plastik aus.|Meine Mutter hat auch eins bekommen und ist begeistert.|Im Paket lag eine handgeschriebene Karte.|Auf meine Frage vorab hat ein richtiger Mensch geantwortet.|War ein Hochzeitsgeschenk und kam sehr gut an.`,
  ),
  closers: {
    good: lines(
      `Klare Empfehlung.|Ich komme wieder.|Fünf Sterne, ohne nachzudenken.|Danke, dass es solche Dinge noch gibt.|Jetzt brauche ich noch die andere Farbe.`,
    ),
    fair: lines(`Ich behalte es trotzdem.|Drei Sterne sind fair.|Im Angebot würde ich es wieder kaufen.`),
    poor: lines(`Schade.|Würde ich nicht noch einmal bestellen.|Das Geld möchte ich zurück.`),
  },
  replies: {
    good: lines(
      `Vielen Dank, {name}! Das haben wir heute Morgen in der Werkstatt vorgelesen.|Wie schön, {name}. Möge es dich viele Jahre begleiten.|Danke für die Zeit, die du dir genommen hast, {name}.`,
    ),
    poor: lines(
      `Das tut uns leid, {name}. So soll nichts unser Haus verlassen. Ersatz ist heute unterwegs.|Danke für die offenen Worte, {name}. Schreib uns bitte mit deiner Bestellnummer, wir bringen das in Ordnung.`,
    ),
  },
}
