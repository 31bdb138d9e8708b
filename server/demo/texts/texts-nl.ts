import { lines, type LanguageTexts } from './texts-shape.ts'

export const dutch: LanguageTexts = {
  locale: 'nl',
  places: [
    ['NL', 'Utrecht'],
    ['NL', 'Groningen'],
    ['NL', 'Zutphen'],
    ['BE', 'Gent'],
    ['NL', 'Haarlem'],
  ],
  first: lines(`Femke|Joost|Sanne|Bram|Marloes|Daan|Anouk|Wouter|Iris|Thijs`),
  last: lines(`de Vries|van den Berg|Jansen|Bakker|El Amrani|Visser|Peeters|Kuipers|Smit|Hoekstra`),
  titles: {
    good: lines(`Prachtig gemaakt|Mooier dan op de foto|Elke cent waard|Zo blij mee|Gewoon goed|Een blijvertje`),
    fair: lines(`Goed, maar|Prima|Net niet perfect`),
    poor: lines(`Had meer verwacht|Teruggestuurd|Jammer`),
  },
  openers: {
    good: lines(
      `Hier was ik al jaren naar op zoek.|Uitgepakt en meteen blij.|Ik twijfelde over de prijs, nu niet meer.|We gebruiken het elke dag sinds het er is.|Tweede bestelling hier en weer raak.`,
    ),
    fair: lines(`Ik ben er blij mee, op één ding na.|Mooi, maar niet zonder foutje.`),
    poor: lines(`Ik had het zo graag mooi gevonden.|Voor deze prijs verwacht ik iets anders.`),
  },
  about: {
    table: {
      good: lines(
        `Het glazuur heeft een diepte die je op foto’s niet ziet.|Ligt fijn in de hand en is niet te zwaar.|Gaat in de vaatwasser en blijft als nieuw.`,
      ),
      fair: lines(`De kleur is iets donkerder dan op het scherm.`),
      poor: lines(`Kwam aan met een scherf van de rand.`),
    },
    kitchen: {
      good: lines(
        `Je merkt dat de maker zelf kookt.|[hard] In een minuut schoon, en dat is het belangrijkste.|Het zondagsontbijt is nu een klein feest.`,
      ),
      fair: lines(`Vraagt iets meer onderhoud dan ik dacht.`),
      poor: lines(`[hard] Na de tweede afwas kromgetrokken.`),
    },
    home: {
      good: lines(
        `[cloth] Vanaf de eerste avond zacht en na elke was zachter.|De hond heeft het meteen ingepikt.|Rustige kleur die overal bij past.`,
      ),
      fair: lines(`[cloth] De eerste weken pluist het een beetje.`),
      poor: lines(`[cloth] Na één keer wassen uit vorm.`),
    },
    care: {
      good: lines(
        `[scent] De geur is er zonder het huis te vullen.|[wick] Brandt mooi gelijkmatig op.|[skin] Mijn ruwe handen waren na vier dagen hersteld.`,
      ),
      fair: lines(`[scent] Fijn, maar de geur mag wat sterker.`),
      poor: lines(`[scent] Ik ruik er niets van.`),
    },
    wear: {
      good: lines(
        `[sleeves] Valt zoals beschreven, met mouwen die lang genoeg zijn.|Kriebelt helemaal niet, en ik kan nergens tegen.|Na tien keer wassen nog als nieuw.`,
      ),
      fair: lines(`Valt iets ruim.`),
      poor: lines(`Gekrompen, ook al waste ik koud.`),
    },
    outdoor: {
      good: lines(
        `[inside] Een hele nacht regen en binnen alles droog.|Licht genoeg om te dragen, stevig genoeg om te vertrouwen.|Op de camping vroegen drie mensen waar ik het had gekocht.`,
      ),
      fair: lines(`[folds] De hoes is wel erg krap.`),
      poor: lines(`[straps] Bij de tweede tocht scheurde er een band uit.`),
    },
    garden: {
      good: lines(
        `Het lijkt alsof het er altijd heeft gestaan.|[outside] De hele winter buiten en geen krasje.|Eenvoudig en tot de laatste schroef doordacht.`,
      ),
      fair: lines(`Iets kleiner dan gedacht.`),
      poor: lines(`[outside] Kwam aan met een deuk.`),
    },
  },
  life: lines(
    `Binnen twee dagen in huis, zonder plastic.|Mijn moeder kreeg er ook een en is er dolblij mee.|Er zat een handgeschreven kaartje bij.|Op mijn vraag antwoordde een echt mens.`,
  ),
  closers: {
    good: lines(`Aanrader.|Ik kom terug.|Vijf sterren zonder na te denken.|Fijn dat dit nog gemaakt wordt.`),
    fair: lines(`Toch hou ik het.|Drie sterren is eerlijk.`),
    poor: lines(`Jammer.|Ik zou het niet nog eens bestellen.`),
  },
  replies: {
    good: lines(
      `Dank je wel, {name}! We hebben het in de werkplaats voorgelezen.|Wat fijn om te horen, {name}. Nog vele jaren plezier ermee.`,
    ),
    poor: lines(`Dat spijt ons, {name}. Zo hoort het niet; vandaag gaat er een nieuwe naar je toe.`),
  },
}
