import { lines, type LanguageTexts } from './texts-shape.ts'

export const french: LanguageTexts = {
  locale: 'fr',
  places: [
    ['FR', 'Nantes'],
    ['FR', 'Lyon'],
    ['FR', 'Annecy'],
    ['BE', 'Namur'],
    ['CA', 'Québec'],
    ['FR', 'Lille'],
  ],
  first: lines(`Camille|Étienne|Margaux|Julien|Solène|Rémi|Aïcha|Baptiste|Élodie|Loïc|Manon|Thibault|Zoé`),
  last: lines(`Lefèvre|Moreau|Garnier|Benali|Rousseau|Le Goff|Chevalier|Perrin|Dubois|Tremblay|Faure|N’Diaye`),
  titles: {
    good: lines(
      `Un vrai coup de cœur|Encore plus beau en vrai|Rien à redire|Un petit bonheur quotidien|Fait pour durer|Je recommande|Simple et superbe|Cadeau réussi`,
    ),
    fair: lines(`Bien, mais…|Correct|Presque parfait|Avis partagé`),
    poor: lines(`Déçue|Je m’attendais à mieux|Retourné|Pas conforme aux photos`),
  },
  openers: {
    good: lines(
      `Je cherchais exactement cela depuis longtemps.|Je l’ai sorti du carton et j’ai souri.|J’hésitais à cause du prix, à tort.|On s’en sert tous les jours depuis son arrivée.|Deuxième commande ici, deuxième bonne surprise.|Je n’écris jamais d’avis, mais là il le fallait.|Offert par moi à moi-même, sans remords.`,
    ),
    fair: lines(
      `J’aime bien, avec une réserve.|C’est joli, mais pas sans défaut.|Après quelques semaines, mon avis est mitigé.`,
    ),
    poor: lines(`J’aurais tellement voulu l’aimer.|Je suis peut-être mal tombé.|À ce prix, j’espérais autre chose.`),
  },
  about: {
    table: {
      good: lines(
        `L’émail a une profondeur que les photos ne montrent pas.|Il tient bien en main, ni lourd ni fragile.|Il passe au lave-vaisselle sans broncher.|Chaque pièce est un peu différente, c’est tout le charme.`,
      ),
      fair: lines(`La couleur est un peu plus sombre que sur l’écran.|Plus petit que je ne l’imaginais.`),
      poor: lines(`Arrivé avec un éclat sur le bord.|L’émail s’est fendillé en deux semaines.`),
    },
    kitchen: {
      good: lines(
        `On sent que celui qui l’a dessiné fait la cuisine.|[hard] Il se nettoie en une minute, et c’est l’essentiel.|Il a remplacé trois objets moins bons dans mon tiroir.|Le petit déjeuner du dimanche est devenu une cérémonie.`,
      ),
      fair: lines(`Il demande un peu plus d’entretien que prévu.|[hard] Assez lourd, il faut le savoir.`),
      poor: lines(`[hard] Il s’est déformé au deuxième lavage.|L’odeur a mis des semaines à partir.`),
    },
    home: {
      good: lines(
        `[cloth] Doux dès le premier soir et de plus en plus au fil des lavages.|Le chat l’a adopté avant nous.|La couleur est calme et va avec tout.|[cloth] Les coutures sont nettes, même à l’envers.`,
      ),
      fair: lines(`[cloth] Il peluche un peu les premières semaines.|La petite taille est vraiment petite.`),
      poor: lines(`[cloth] Il a perdu sa forme au premier lavage.|[cloth] Une couture a lâché la première semaine.`),
    },
    care: {
      good: lines(
        `[scent] Le parfum est présent sans envahir la maison.|[wick] Elle brûle régulièrement jusqu’au bout.|[skin] Mes mains abîmées ont guéri en quatre jours.|[skin] Il en faut très peu.`,
      ),
      fair: lines(
        `[scent] Agréable, mais le parfum est trop discret.|[tin] Le couvercle s’ouvre mal avec les mains mouillées.`,
      ),
      poor: lines(`[scent] On ne sent rien à un mètre.|[wick] La mèche s’est noyée le deuxième soir.`),
    },
    wear: {
      good: lines(
        `[sleeves] Taille juste, et les manches sont enfin assez longues.|Ça ne gratte pas du tout, et je suis difficile.|Dix lavages et toujours comme neuf.|Il a tenu une semaine de pluie bretonne.`,
      ),
      fair: lines(`Taille un peu grand.|Chaud et bien fait, mais il bouloche légèrement.`),
      poor: lines(`Il a rétréci malgré un lavage à froid.|[sleeves] Une couture a craqué à l’épaule.`),
    },
    outdoor: {
      good: lines(
        `[inside] Une nuit entière sous la pluie et rien à l’intérieur.|Assez léger pour le porter, assez solide pour s’y fier.|Au camping, trois personnes m’ont demandé où je l’avais trouvé.|[straps] Tous les détails sont pensés, jusqu’à la longueur des sangles.`,
      ),
      fair: lines(`[folds] La housse est vraiment juste.|[folds] Il faut un peu d’entraînement pour l’installer seul.`),
      poor: lines(
        `[straps] Une sangle s’est arrachée à la deuxième sortie.|[inside] Il fuit à la couture sous une pluie modérée.`,
      ),
    },
    garden: {
      good: lines(
        `On dirait qu’il a toujours été là.|[outside] Il a passé l’hiver dehors sans une marque.|Simple et pensé jusqu’à la dernière vis.|[light] Le soir, la lumière est magnifique.`,
      ),
      fair: lines(`Un peu plus petit que prévu.|Belle qualité, mais beaucoup trop d’emballage.`),
      poor: lines(`[outside] Arrivé avec une bosse.|[outside] Fendu après la première gelée.`),
    },
  },
  life: lines(
    `Livré en trois jours, sans aucun plastique.|J’en ai offert un à ma mère, qui est ravie.|Il y avait un mot écrit à la main dans le colis.|On a répondu très gentiment à ma question.|C’était un cadeau de mariage, très réussi.`,
  ),
  closers: {
    good: lines(
      `Je recommande les yeux fermés.|Je reviendrai.|Cinq étoiles, sans hésiter.|Merci de fabriquer encore des choses comme celle-ci.|Il me faut maintenant l’autre couleur.`,
    ),
    fair: lines(`Je le garde quand même.|Trois étoiles, c’est juste.|Je le rachèterais en promotion.`),
    poor: lines(`Dommage.|Je ne le reprendrais pas.|J’ai demandé un remboursement.`),
  },
  replies: {
    good: lines(
      `Merci beaucoup, {name} ! Nous l’avons lu à voix haute à l’atelier.|Quel plaisir de vous lire, {name}. Qu’il vous accompagne longtemps.|Merci d’avoir pris le temps, {name}.`,
    ),
    poor: lines(
      `Nous sommes désolés, {name}. Cela n’aurait pas dû partir ainsi ; un remplacement est en route.|Merci pour votre franchise, {name}. Écrivez-nous avec votre numéro de commande et nous réglerons cela.`,
    ),
  },
}
