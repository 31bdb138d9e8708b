import { lines, type LanguageTexts } from './texts-shape.ts'

export const italian: LanguageTexts = {
  locale: 'it',
  places: [
    ['IT', 'Bologna'],
    ['IT', 'Trento'],
    ['IT', 'Lecce'],
    ['IT', 'Torino'],
    ['CH', 'Lugano'],
  ],
  first: lines(`Giulia|Niccolò|Chiara|Lorenzo|Beatrice|Davide|Ilaria|Pietro|Noemi|Alessio`),
  last: lines(`Ferrari|De Luca|Conti|Rinaldi|Bianchi|Caruso|Galli|Moretti|Sartori|Pellegrini`),
  titles: {
    good: lines(`Bellissimo|Meglio che in foto|Vale ogni euro|Fatto con cura|Lo ricomprerei|Semplice e perfetto`),
    fair: lines(`Bello, ma|Discreto|Quasi perfetto`),
    poor: lines(`Mi aspettavo di più|Deluso|Restituito`),
  },
  openers: {
    good: lines(
      `Cercavo da tempo una cosa così.|L’ho tolto dalla scatola e ho sorriso.|Avevo dubbi sul prezzo, ora non più.|Lo usiamo tutti i giorni da quando è arrivato.|Secondo ordine, seconda bella sorpresa.`,
    ),
    fair: lines(`Mi piace, con una riserva.|Bello, ma non senza difetti.`),
    poor: lines(`Volevo davvero che mi piacesse.|Per questo prezzo mi aspettavo altro.`),
  },
  about: {
    table: {
      good: lines(
        `Lo smalto ha una profondità che in foto non si vede.|Pesa il giusto e sta bene in mano.|Va in lavastoviglie e resta come nuovo.`,
      ),
      fair: lines(`Il colore è un po’ più scuro che sullo schermo.`),
      poor: lines(`È arrivato scheggiato sul bordo.`),
    },
    kitchen: {
      good: lines(
        `Si capisce che chi l’ha disegnato cucina.|[hard] Si pulisce in un minuto.|La colazione della domenica è diventata un rito.`,
      ),
      fair: lines(`Richiede un po’ più di cura del previsto.`),
      poor: lines(`[hard] Si è deformato al secondo lavaggio.`),
    },
    home: {
      good: lines(
        `[cloth] Morbido dalla prima sera e sempre di più a ogni lavaggio.|Il gatto se n’è impossessato subito.|Un colore tranquillo che sta con tutto.`,
      ),
      fair: lines(`[cloth] All’inizio perde un po’ di pelucchi.`),
      poor: lines(`[cloth] Ha perso la forma al primo lavaggio.`),
    },
    care: {
      good: lines(
        `[scent] Il profumo c’è senza invadere la casa.|[wick] Brucia in modo uniforme fino alla fine.|[skin] Le mie mani screpolate sono guarite in quattro giorni.`,
      ),
      fair: lines(`[scent] Piacevole, ma il profumo è un po’ debole.`),
      poor: lines(`[scent] Non si sente alcun profumo.`),
    },
    wear: {
      good: lines(
        `[sleeves] Taglia giusta e maniche finalmente lunghe.|Non punge per niente, e io sono delicata.|Dopo dieci lavaggi sembra nuovo.`,
      ),
      fair: lines(`Veste un po’ grande.`),
      poor: lines(`Si è ristretto anche se lavato a freddo.`),
    },
    outdoor: {
      good: lines(
        `[inside] Una notte intera di pioggia e dentro tutto asciutto.|Leggero da portare, solido da fidarsi.|In campeggio me l’hanno chiesto in tre.`,
      ),
      fair: lines(`[folds] La custodia è davvero stretta.`),
      poor: lines(`[straps] Alla seconda uscita si è strappata una cinghia.`),
    },
    garden: {
      good: lines(
        `Sembra che sia sempre stato lì.|[outside] Ha passato l’inverno fuori senza un segno.|Semplice e pensato fino all’ultima vite.`,
      ),
      fair: lines(`Un po’ più piccolo di quanto immaginassi.`),
      poor: lines(`[outside] È arrivato ammaccato.`),
    },
  },
  life: lines(
    `Consegna in tre giorni e niente plastica.|Ne ho regalato uno a mia madre, felicissima.|Nel pacco c’era un biglietto scritto a mano.|Mi ha risposto una persona vera e gentile.`,
  ),
  closers: {
    good: lines(`Consigliatissimo.|Tornerò.|Cinque stelle senza pensarci.|Grazie per fare ancora cose così.`),
    fair: lines(`Comunque me lo tengo.|Tre stelle mi sembrano giuste.`),
    poor: lines(`Peccato.|Non lo ricomprerei.`),
  },
  replies: {
    good: lines(
      `Grazie di cuore, {name}! L’abbiamo letto ad alta voce in laboratorio.|Che bello, {name}. Speriamo ti accompagni a lungo.`,
    ),
    poor: lines(`Ci dispiace, {name}. Così non doveva partire: oggi spediamo la sostituzione.`),
  },
}
