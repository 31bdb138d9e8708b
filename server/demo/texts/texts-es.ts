import { lines, type LanguageTexts } from './texts-shape.ts'

export const spanish: LanguageTexts = {
  locale: 'es',
  places: [
    ['ES', 'Granada'],
    ['ES', 'Bilbao'],
    ['ES', 'Valencia'],
    ['MX', 'Guadalajara'],
    ['AR', 'Rosario'],
    ['CL', 'Valparaíso'],
  ],
  first: lines(`Lucía|Íñigo|Carmen|Mateo|Ainhoa|Diego|Pilar|Álvaro|Valentina|Gonzalo|Nuria|Emilio|Sofía`),
  last: lines(`Ibáñez|Romero|Etxeberria|Muñoz|Castillo|Vargas|Peña|Serrano|Acosta|Domínguez|Rivas|Núñez`),
  titles: {
    good: lines(
      `Una maravilla|Mejor que en las fotos|Vale cada céntimo|Hecho con cariño|Repetiré seguro|Sencillo y precioso|El regalo perfecto|Para toda la vida`,
    ),
    fair: lines(`Bien, con un pero|Está bien|Casi perfecto|Opinión dividida`),
    poor: lines(`Me esperaba más|Lo devolví|Una decepción|No es como en la foto`),
  },
  openers: {
    good: lines(
      `Llevaba años buscando algo así.|Lo saqué de la caja y sonreí.|Dudé por el precio y me equivoqué.|Lo usamos todos los días desde que llegó.|Es mi segundo pedido y otra vez encantada.|No suelo escribir opiniones, pero esta la merece.|Un capricho del que no me arrepiento.`,
    ),
    fair: lines(
      `Me gusta, aunque con un matiz.|Es bonito, pero no perfecto.|Después de unas semanas tengo sentimientos encontrados.`,
    ),
    poor: lines(
      `Tenía muchas ganas de que me gustara.|Quizá me tocó uno defectuoso.|Por este precio esperaba otra cosa.`,
    ),
  },
  about: {
    table: {
      good: lines(
        `El esmalte tiene una profundidad que no se ve en las fotos.|Pesa lo justo y se coge muy bien.|Va al lavavajillas y sigue como el primer día.|Cada pieza es un poco distinta, y ahí está la gracia.`,
      ),
      fair: lines(`El color es algo más oscuro que en la pantalla.|Más pequeño de lo que imaginaba.`),
      poor: lines(`Llegó con el borde desportillado.|El esmalte se cuarteó en dos semanas.`),
    },
    kitchen: {
      good: lines(
        `Se nota que quien lo diseñó cocina.|[hard] Se limpia en un minuto, que es lo que importa.|Ha sustituido a tres trastos del cajón.|El desayuno del domingo ya es una ceremonia.`,
      ),
      fair: lines(`Pide algo más de cuidado de lo que pensaba.|[hard] Pesa bastante, conviene saberlo.`),
      poor: lines(`[hard] Se combó al segundo lavado.|El olor tardó semanas en irse.`),
    },
    home: {
      good: lines(
        `[cloth] Suave desde la primera noche y más con cada lavado.|El perro se lo ha quedado.|El color es tranquilo y combina con todo.|[cloth] Las costuras están limpias hasta por dentro.`,
      ),
      fair: lines(`[cloth] Suelta algo de pelusa las primeras semanas.|La talla pequeña es pequeña de verdad.`),
      poor: lines(`[cloth] Perdió la forma con un solo lavado.|[cloth] Se abrió una costura la primera semana.`),
    },
    care: {
      good: lines(
        `[scent] El aroma se nota sin llenar toda la casa.|[wick] Arde de manera uniforme hasta el final.|[skin] Mis manos agrietadas se curaron en cuatro días.|[skin] Con muy poco basta.`,
      ),
      fair: lines(`[scent] Agradable, pero el aroma es flojo.|[tin] La tapa cuesta con las manos mojadas.`),
      poor: lines(`[scent] No huele a nada a un metro.|[wick] La mecha se ahogó la segunda noche.`),
    },
    wear: {
      good: lines(
        `[sleeves] Talla correcta y mangas por fin largas.|No pica nada, y a mí me pica todo.|Diez lavados y sigue nuevo.|Aguantó una semana de lluvia en Galicia.`,
      ),
      fair: lines(`Talla un poco grande.|Abriga y está bien hecho, pero hace alguna bolita.`),
      poor: lines(`Encogió aunque lo lavé en frío.|[sleeves] Se descosió el hombro a la segunda puesta.`),
    },
    outdoor: {
      good: lines(
        `[inside] Una noche entera de lluvia y dentro todo seco.|Ligero para llevarlo y firme para fiarse.|En el camping me preguntaron tres veces dónde lo compré.|[straps] Todos los detalles están pensados, hasta el largo de las correas.`,
      ),
      fair: lines(`[folds] La funda viene muy justa.|[folds] Montarlo solo requiere práctica.`),
      poor: lines(`[straps] Se arrancó una correa en la segunda salida.|[inside] Entra agua por la costura.`),
    },
    garden: {
      good: lines(
        `Parece que siempre hubiera estado ahí.|[outside] Ha pasado el invierno fuera sin una marca.|Sencillo y pensado hasta el último tornillo.|[light] De noche la luz es preciosa.`,
      ),
      fair: lines(`Algo más pequeño de lo esperado.|Buena calidad, pero demasiado embalaje.`),
      poor: lines(`[outside] Llegó abollado por un lado.|[outside] Se rajó con la primera helada.`),
    },
  },
  life: lines(
    `Llegó en tres días y sin nada de plástico.|Le regalé uno a mi madre y está encantada.|En el paquete venía una nota escrita a mano.|Pregunté antes de comprar y me contestó una persona.|Fue regalo de boda y triunfó.`,
  ),
  closers: {
    good: lines(
      `Muy recomendable.|Volveré a comprar.|Cinco estrellas sin pensarlo.|Gracias por hacer cosas así.|Ahora quiero el otro color.`,
    ),
    fair: lines(`Aun así me lo quedo.|Tres estrellas me parecen justas.|En oferta repetiría.`),
    poor: lines(`Una pena.|No lo volvería a comprar.|He pedido la devolución.`),
  },
  replies: {
    good: lines(
      `¡Muchas gracias, {name}! Lo hemos leído en voz alta en el taller.|Qué alegría, {name}. Que te acompañe muchos años.|Gracias por tomarte el tiempo, {name}.`,
    ),
    poor: lines(
      `Lo sentimos, {name}. Así no debe salir nada de nuestra casa; hoy mismo te enviamos otro.|Gracias por la franqueza, {name}. Escríbenos con tu número de pedido y lo arreglamos.`,
    ),
  },
}
