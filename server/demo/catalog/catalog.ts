import type { BackdropName, Drawing } from './art.ts'
import type { PlatformProduct } from '../../platform/platform.ts'

/** Topic of a product's reviews, which selects their texts. */
export type ProductKind = 'table' | 'kitchen' | 'home' | 'care' | 'wear' | 'outdoor' | 'garden'

/** Property of some products of a kind, so that no review praises the sleeves of a sock. */
type Trait =
  | 'warm'
  | 'pours'
  | 'hard'
  | 'oil'
  | 'grip'
  | 'cloth'
  | 'scent'
  | 'wick'
  | 'skin'
  | 'tin'
  | 'sleeves'
  | 'inside'
  | 'folds'
  | 'straps'
  | 'cap'
  | 'cold'
  | 'outside'
  | 'light'
  | 'runs'
  | 'birds'
  | 'desk'

interface CatalogRow {
  handle: string
  title: string
  kind: ProductKind
  traits?: readonly Trait[]
  productType: string
  priceCents: number
  /** Names of the variants; the price rises by the step from one to the next. */
  variants: readonly string[]
  stepCents?: number
  picture: readonly [Drawing, BackdropName]
  description: string
}

/** Catalog of Fernhill Goods, in the order of its shelves. */
const rows: readonly CatalogRow[] = [
  {
    handle: 'hillside-mug',
    title: 'Hillside Mug',
    kind: 'table',
    traits: ['warm'],
    productType: 'Mugs',
    priceCents: 2400,
    variants: ['Moss', 'Chalk', 'Rust'],
    picture: ['mug', 'sand'],
    description:
      'Thrown in small batches from speckled stoneware and dipped by hand, so that no two glaze lines are alike. Holds 340 ml, keeps its heat, and the handle takes three fingers.',
  },
  {
    handle: 'fishermans-sweater',
    title: 'Fisherman’s Sweater',
    kind: 'wear',
    traits: ['sleeves'],
    productType: 'Knitwear',
    priceCents: 14800,
    variants: ['S', 'M', 'L', 'XL'],
    picture: ['sweater', 'sky'],
    description:
      'Cable knit from undyed lambswool with the lanolin left in, so that drizzle beads off. Knitted in one piece, without side seams that could chafe.',
  },
  {
    handle: 'two-person-tent',
    title: 'Larch Two-Person Tent',
    kind: 'outdoor',
    traits: ['inside', 'folds'],
    productType: 'Tents',
    priceCents: 28900,
    variants: ['Ochre', 'Moss'],
    picture: ['tent', 'sage'],
    description:
      'A proper ridge tent in waxed cotton that breathes at night and shrugs off rain. One pole at each end, twelve pegs, up in six minutes.',
  },
  {
    handle: 'wool-blanket',
    title: 'Drover Wool Blanket',
    kind: 'home',
    traits: ['cloth'],
    productType: 'Blankets',
    priceCents: 11900,
    variants: ['130 × 180 cm', '180 × 220 cm'],
    stepCents: 5000,
    picture: ['blanket', 'clay'],
    description:
      'Woven from recycled wool on looms that are older than we are. Heavy enough for a winter sofa, soft enough for a nap in August.',
  },
  {
    handle: 'steel-bottle',
    title: 'Trail Steel Bottle',
    kind: 'outdoor',
    traits: ['cap', 'cold'],
    productType: 'Bottles',
    priceCents: 3200,
    variants: ['500 ml', '750 ml', '1 litre'],
    stepCents: 400,
    picture: ['bottle', 'honey'],
    description:
      'Double walls of recycled steel and a cap turned from oak. Ice is still ice after a day, tea is still hot on the summit.',
  },
  {
    handle: 'pour-over-set',
    title: 'Slow Morning Pour-Over Set',
    kind: 'kitchen',
    traits: ['hard'],
    productType: 'Coffee',
    priceCents: 5600,
    variants: ['For two', 'For four'],
    stepCents: 1200,
    picture: ['pourOver', 'clay'],
    description:
      'A porcelain cone, an oak collar and a glass server that goes on the stove. Forty paper filters are in the box to begin with.',
  },
  {
    handle: 'canvas-daypack',
    title: 'Heron Canvas Daypack',
    kind: 'outdoor',
    traits: ['inside', 'straps'],
    productType: 'Bags',
    priceCents: 9800,
    variants: ['Fir', 'Sand', 'Slate'],
    picture: ['backpack', 'sand'],
    description:
      'Twenty litres of waxed canvas with leather straps that get better with every year. A sleeve inside takes a 15-inch laptop; two side pockets take bottles.',
  },
  {
    handle: 'fig-cedar-candle',
    title: 'Fig & Cedar Candle',
    kind: 'care',
    traits: ['scent', 'wick'],
    productType: 'Candles',
    priceCents: 2800,
    variants: ['Fig & Cedar', 'Wet Stone', 'Orange Peel'],
    picture: ['jarCandle', 'sage'],
    description:
      'Rapeseed wax with a cotton wick, poured in our own back room. Burns for some forty-five hours and smells of a garden after rain rather than of a shop.',
  },
  {
    handle: 'oak-cutting-board',
    title: 'Oak Cutting Board',
    kind: 'kitchen',
    traits: ['hard', 'oil'],
    productType: 'Boards',
    priceCents: 4900,
    variants: ['Small', 'Large'],
    stepCents: 1600,
    picture: ['cuttingBoard', 'sage'],
    description:
      'One plank, no glue: cut from windfall oak, planed, and oiled three times. The hole is for your thumb, the rounded edge for your wrist.',
  },
  {
    handle: 'storm-rain-jacket',
    title: 'Storm Rain Jacket',
    kind: 'wear',
    traits: ['sleeves'],
    productType: 'Jackets',
    priceCents: 16900,
    variants: ['S', 'M', 'L', 'XL'],
    picture: ['rainJacket', 'sky'],
    description:
      'Waterproof to 20,000 mm and quiet when you walk. The hood turns with your head; the pockets sit above a hip belt.',
  },
  {
    handle: 'stoneware-bowls',
    title: 'Nesting Stoneware Bowls',
    kind: 'table',
    productType: 'Bowls',
    priceCents: 6400,
    variants: ['Set of three'],
    picture: ['bowls', 'clay'],
    description:
      'Three bowls that stack into one: for salad, for soup, for the last strawberries. Fit for the dishwasher, the oven and the table.',
  },
  {
    handle: 'paper-table-lamp',
    title: 'Paper Table Lamp',
    kind: 'garden',
    traits: ['light', 'runs'],
    productType: 'Lamps',
    priceCents: 8900,
    variants: ['Warm white'],
    picture: ['tableLamp', 'dusk'],
    description:
      'A pleated shade of washi paper on a turned ash foot. Comes with an LED bulb of 2,700 K that is dimmed by the pull cord.',
  },
  {
    handle: 'ribbed-beanie',
    title: 'Ribbed Merino Beanie',
    kind: 'wear',
    productType: 'Hats',
    priceCents: 3600,
    variants: ['Rust', 'Oat', 'Ink'],
    picture: ['beanie', 'sage'],
    description:
      'Fine merino in a deep rib, turned up once. It does not itch, it does not ride up, and the bobble comes off for serious days.',
  },
  {
    handle: 'linen-bedding',
    title: 'Washed Linen Bedding',
    kind: 'home',
    traits: ['cloth'],
    productType: 'Bed linen',
    priceCents: 17900,
    variants: ['Single', 'Double', 'King'],
    stepCents: 3500,
    picture: ['bedding', 'honey'],
    description:
      'French flax, woven in Portugal and stone-washed until it feels as if you had owned it for years. Cool in July, warm in January.',
  },
  {
    handle: 'enamel-kettle',
    title: 'Camp Fire Kettle',
    kind: 'kitchen',
    traits: ['hard', 'grip'],
    productType: 'Kettles',
    priceCents: 5900,
    variants: ['Mustard', 'Cream'],
    picture: ['kettle', 'sky'],
    description:
      'Two litres in heavy enamel with a bail handle that stays cool. At home on induction, at its best over embers.',
  },
  {
    handle: 'terracotta-planter',
    title: 'Terracotta Planter',
    kind: 'garden',
    traits: ['outside'],
    productType: 'Pots',
    priceCents: 2600,
    variants: ['14 cm', '18 cm', '24 cm'],
    stepCents: 900,
    picture: ['planter', 'sand'],
    description:
      'Hand-thrown in Impruneta and frost-proof to minus fifteen degrees. Breathes through the wall, so roots do not drown. Saucer included.',
  },
  {
    handle: 'camp-lantern',
    title: 'Ember Camp Lantern',
    kind: 'outdoor',
    traits: ['cold'],
    productType: 'Lights',
    priceCents: 6900,
    variants: ['Red', 'Black'],
    picture: ['lantern', 'dusk'],
    description:
      'Looks like your grandfather’s, charges by USB-C. Forty hours at candle level, eight at full, and it fills a phone in need.',
  },
  {
    handle: 'lambswool-scarf',
    title: 'Lambswool Scarf',
    kind: 'wear',
    productType: 'Scarves',
    priceCents: 5400,
    variants: ['Fir', 'Heather', 'Oat'],
    picture: ['scarf', 'clay'],
    description:
      'Two metres of Scottish lambswool, brushed with teasels the old way. Long enough to wrap twice and still tuck in.',
  },
  {
    handle: 'teapot',
    title: 'Harbour Teapot',
    kind: 'table',
    traits: ['warm', 'pours'],
    productType: 'Teapots',
    priceCents: 5200,
    variants: ['0.7 litres', '1.1 litres'],
    stepCents: 1100,
    picture: ['teapot', 'sky'],
    description:
      'A round pot that pours without a drip, tested at our own table every afternoon at four. Strainer of stainless steel inside.',
  },
  {
    handle: 'hiking-socks',
    title: 'Hiking Socks, Two Pairs',
    kind: 'wear',
    productType: 'Socks',
    priceCents: 2900,
    variants: ['36–38', '39–41', '42–44', '45–47'],
    picture: ['socks', 'sand'],
    description:
      'Merino with padding where boots press and none where feet sweat. Darned for life: send them back with a hole and we mend it.',
  },
  {
    handle: 'bird-feeder',
    title: 'Gable Bird Feeder',
    kind: 'garden',
    traits: ['outside', 'birds'],
    productType: 'Garden',
    priceCents: 3900,
    variants: ['Larch'],
    picture: ['birdFeeder', 'sage'],
    description:
      'A little house of untreated larch with a roof of recycled slate. Opens from the top, drains at the bottom, and squirrels find it tedious.',
  },
  {
    handle: 'canvas-tote',
    title: 'Market Tote',
    kind: 'outdoor',
    traits: ['straps'],
    productType: 'Bags',
    priceCents: 2200,
    variants: ['Sunrise', 'Plain'],
    picture: ['tote', 'honey'],
    description:
      'Heavy organic canvas, printed by hand two streets from here. Handles long enough for a winter coat; a loop inside for your keys.',
  },
  {
    handle: 'cast-iron-skillet',
    title: 'Cast-Iron Skillet',
    kind: 'kitchen',
    traits: ['hard', 'oil', 'grip'],
    productType: 'Pans',
    priceCents: 6900,
    variants: ['24 cm', '28 cm'],
    stepCents: 1400,
    picture: ['skillet', 'honey'],
    description:
      'Sand-cast, machined smooth and seasoned with linseed oil, so that the first egg slides. It will outlive the stove.',
  },
  {
    handle: 'oat-soap',
    title: 'Oat & Honey Soap',
    kind: 'care',
    traits: ['scent', 'skin'],
    productType: 'Soap',
    priceCents: 900,
    variants: ['One bar', 'Three bars'],
    stepCents: 1500,
    picture: ['soap', 'clay'],
    description:
      'Cold-processed from olive and coconut oil with oats from the farm next door. Six weeks on the shelf before it may leave.',
  },
  {
    handle: 'dinner-plates',
    title: 'Fen Dinner Plates',
    kind: 'table',
    productType: 'Plates',
    priceCents: 8800,
    variants: ['Set of four', 'Set of six'],
    stepCents: 4000,
    picture: ['plates', 'sand'],
    description:
      'Wide rims, a quiet pattern and a foot that does not scratch the table. Replacements are sold one by one, for ever.',
  },
  {
    handle: 'corduroy-overshirt',
    title: 'Corduroy Overshirt',
    kind: 'wear',
    traits: ['sleeves'],
    productType: 'Shirts',
    priceCents: 11200,
    variants: ['S', 'M', 'L', 'XL'],
    picture: ['overshirt', 'sage'],
    description:
      'Eight-wale corduroy in organic cotton with corozo buttons. A shirt in March, a jacket in May, a friend in October.',
  },
  {
    handle: 'linen-cushion',
    title: 'Striped Linen Cushion',
    kind: 'home',
    traits: ['cloth'],
    productType: 'Cushions',
    priceCents: 4600,
    variants: ['45 × 45 cm', '50 × 70 cm'],
    stepCents: 1400,
    picture: ['cushion', 'sky'],
    description:
      'Yarn-dyed linen stripes over a feather pad, with a zip you cannot see. The stripes match at the seam; we checked.',
  },
  {
    handle: 'watering-can',
    title: 'Long-Spout Watering Can',
    kind: 'garden',
    traits: ['outside'],
    productType: 'Garden',
    priceCents: 4400,
    variants: ['4 litres', '8 litres'],
    stepCents: 1300,
    picture: ['wateringCan', 'clay'],
    description:
      'Galvanised, powder-coated and balanced so that it stays level when full. The brass rose is for seedlings; take it off for tomatoes.',
  },
  {
    handle: 'camp-chair',
    title: 'Folding Camp Chair',
    kind: 'outdoor',
    traits: ['folds', 'straps'],
    productType: 'Furniture',
    priceCents: 8400,
    variants: ['Lake', 'Ochre'],
    picture: ['campChair', 'sage'],
    description:
      'Beech and canvas, folded flat in one movement. Carries 130 kg and one long evening without a complaint from your back.',
  },
  {
    handle: 'linen-apron',
    title: 'Linen Apron',
    kind: 'kitchen',
    productType: 'Aprons',
    priceCents: 4800,
    variants: ['Sage', 'Natural', 'Ink'],
    picture: ['apron', 'clay'],
    description:
      'Heavy linen, leather loop, one pocket for the spoon and one for the phone you should not answer while the roux is on.',
  },
  {
    handle: 'enamel-cup',
    title: 'Summit Enamel Cup',
    kind: 'outdoor',
    productType: 'Mugs',
    priceCents: 1600,
    variants: ['One', 'Set of four'],
    stepCents: 4200,
    picture: ['enamelCup', 'sky'],
    description:
      'Steel under two coats of enamel with hand-rolled rim. Survives backpacks, campfires and other people’s children.',
  },
  {
    handle: 'hand-balm',
    title: 'Gardener’s Hand Balm',
    kind: 'care',
    traits: ['skin', 'tin'],
    productType: 'Skin care',
    priceCents: 1400,
    variants: ['30 ml', '60 ml'],
    stepCents: 800,
    picture: ['balm', 'sand'],
    description:
      'Beeswax, calendula and shea in a tin that opens with wet fingers. For hands that have been in earth, water or winter.',
  },
  {
    handle: 'pocket-tee',
    title: 'Heavyweight Pocket Tee',
    kind: 'wear',
    traits: ['sleeves'],
    productType: 'T-shirts',
    priceCents: 3400,
    variants: ['S', 'M', 'L', 'XL'],
    picture: ['tee', 'sky'],
    description:
      'Organic cotton of 220 g, knitted in a tube, with a collar that still lies flat after fifty washes. Cut straight, neither slim nor boxy.',
  },
  {
    handle: 'seagrass-basket',
    title: 'Seagrass Basket',
    kind: 'home',
    productType: 'Storage',
    priceCents: 3800,
    variants: ['Small', 'Medium', 'Large'],
    stepCents: 1200,
    picture: ['basket', 'sage'],
    description:
      'Woven by a cooperative of forty people in Thanh Hoa. Takes laundry, logs, toys or the cat, who will not ask.',
  },
  {
    handle: 'bud-vase',
    title: 'Meadow Bud Vase',
    kind: 'table',
    productType: 'Vases',
    priceCents: 3000,
    variants: ['Clay', 'Chalk'],
    picture: ['vase', 'honey'],
    description:
      'A narrow neck that makes three stems look like a bouquet. Glazed inside, bare outside, pleasant to hold.',
  },
  {
    handle: 'wall-clock',
    title: 'Quiet Wall Clock',
    kind: 'garden',
    traits: ['runs'],
    productType: 'Clocks',
    priceCents: 7200,
    variants: ['Ash'],
    picture: ['wallClock', 'dusk'],
    description: 'A ring of steamed ash and a movement that sweeps instead of ticking. One AA battery lasts two years.',
  },
  {
    handle: 'field-cap',
    title: 'Field Cap',
    kind: 'wear',
    productType: 'Hats',
    priceCents: 2900,
    variants: ['Moss', 'Sand'],
    picture: ['cap', 'sand'],
    description:
      'Washed cotton twill, six panels, a brim that can be folded into a pocket and forgives it. Brass buckle at the back.',
  },
  {
    handle: 'beeswax-pillar',
    title: 'Beeswax Pillar Candle',
    kind: 'care',
    traits: ['wick'],
    productType: 'Candles',
    priceCents: 1900,
    variants: ['12 cm', '18 cm'],
    stepCents: 900,
    picture: ['pillarCandle', 'dusk'],
    description:
      'Pure beeswax from three valleys, nothing added. Burns straight and slowly and smells faintly of honey when you blow it out.',
  },
  {
    handle: 'tea-towels',
    title: 'Linen Tea Towels, Set of Three',
    kind: 'kitchen',
    productType: 'Towels',
    priceCents: 3200,
    variants: ['Stripes'],
    picture: ['teaTowels', 'sky'],
    description:
      'Half linen, half cotton: thirsty from the first day and lint-free on glasses. Loops at two corners, because one is always the wrong one.',
  },
  {
    handle: 'travel-hammock',
    title: 'Orchard Hammock',
    kind: 'outdoor',
    traits: ['folds', 'straps'],
    productType: 'Hammocks',
    priceCents: 7800,
    variants: ['Single', 'Double'],
    stepCents: 2400,
    picture: ['hammock', 'clay'],
    description:
      'Woven cotton with a fringe and 4 m of rope at each end. Two apple trees are not included, a pouch is.',
  },
  {
    handle: 'serving-pitcher',
    title: 'Oat Pitcher',
    kind: 'table',
    traits: ['pours'],
    productType: 'Pitchers',
    priceCents: 4200,
    variants: ['1 litre', '1.5 litres'],
    stepCents: 800,
    picture: ['pitcher', 'clay'],
    description:
      'A litre of water, cider or custard, with a lip that cuts the last drop off. Five brush lines, drawn on a turning wheel.',
  },
  {
    handle: 'linen-notebook',
    title: 'Linen-Bound Notebook',
    kind: 'garden',
    traits: ['desk'],
    productType: 'Stationery',
    priceCents: 1800,
    variants: ['Plain', 'Dotted', 'Lined'],
    picture: ['notebook', 'honey'],
    description:
      'One hundred and sixty pages of 100 g paper that takes fountain-pen ink without complaint. Thread-sewn, so it lies flat.',
  },
]

const firstProductId = 8_100_000_000_001
const firstVariantId = 43_100_000_000_001

export interface CatalogProduct extends PlatformProduct {
  kind: ProductKind
  traits: readonly Trait[]
  picture: readonly [Drawing, BackdropName]
}

/** Returns the catalog of a demo shop; all but the second shop have the same. */
export function catalogOf(shopDomain: string, origin: string): CatalogProduct[] {
  return shopDomain === otherShopDomain ? otherCatalog(origin) : demoCatalog(origin)
}

/** @param origin of the pictures, without a slash at its end */
export function demoCatalog(origin: string): CatalogProduct[] {
  return rows.map((row, index) => ({
    kind: row.kind,
    traits: row.traits ?? [],
    picture: row.picture,
    platformId: String(firstProductId + index),
    handle: row.handle,
    title: row.title,
    image: `${origin}/demo/pictures/${row.handle}-600.webp`,
    status: 'active',
    vendor: 'Fernhill Goods',
    productType: row.productType,
    description: row.description,
    tags: [row.kind, row.productType.toLowerCase()],
    variants: row.variants.map((title, at) => ({
      id: String(firstVariantId + index * 10 + at),
      title,
      sku: `FG-${String(index + 1).padStart(3, '0')}-${at + 1}`,
      barcode: barcodeOf(index * 10 + at),
      priceCents: row.priceCents + at * (row.stepCents ?? 0),
    })),
    priceCents: row.priceCents,
    currency: 'USD',
  }))
}

/** Returns a GTIN-13 of GS1's range for demonstrations, with its check digit. */
function barcodeOf(number: number): string {
  const digits = `952${String(number).padStart(9, '0')}`
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

export const demoShopDomain = 'candor-demo.myshopify.com'
/** A second shop that has just installed the app. The first must never see its data. */
export const otherShopDomain = 'candor-other.myshopify.com'

/** Returns six of the same products under other ids. */
export function otherCatalog(origin: string): CatalogProduct[] {
  return demoCatalog(origin)
    .slice(0, 6)
    .map((product, index) => ({
      ...product,
      platformId: String(firstProductId + 900 + index),
      vendor: 'Brook & Barn',
      variants: product.variants.map((variant, at) => ({
        ...variant,
        id: String(firstVariantId + 9_000 + index * 10 + at),
      })),
    }))
}
