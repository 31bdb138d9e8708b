import type { QrSettings } from '../settings/qr.ts'

interface Square {
  x: number
  y: number
  side: number
}

type Colours = Pick<QrSettings, 'name' | 'titleColor' | 'descriptionColor'>

/** Draws a preset's ornaments behind texts and code, never inside the white square. */
export function ornamentOf({ name, titleColor, descriptionColor }: Colours, square: Square): string {
  switch (name) {
    case 'basic':
      return `<rect x="16" y="16" width="468" height="668" rx="14" fill="none" stroke="${titleColor}" stroke-opacity="0.18" stroke-width="2"/>${frame(square, { radius: 12, grow: 3, color: titleColor, opacity: 0.16 })}`
    case 'colorful':
      return confetti + frame(square, { radius: 36, grow: 8, color: '#FFC75F', opacity: 0.55 })
    case 'adorable':
      return (
        scallops(titleColor) +
        hearts(titleColor) +
        frame(square, { radius: 50, grow: 8, color: titleColor, opacity: 0.28 })
      )
    case 'modern':
      return `<rect x="52" y="44" width="64" height="8" fill="${descriptionColor}"/><path d="M500 470V700H270Z" fill="${descriptionColor}" fill-opacity="0.14"/><path d="M500 560V700H360Z" fill="${descriptionColor}" fill-opacity="0.2"/>`
  }
}

/** A band around the white square. */
function frame(
  { x, y, side }: Square,
  { radius, grow, color, opacity }: { radius: number; grow: number; color: string; opacity: number },
): string {
  const [left, top, size] = [x - grow, y - grow, side + 2 * grow].map((value) => Math.round(value * 100) / 100)
  return `<rect x="${left}" y="${top}" width="${size}" height="${size}" rx="${radius}" fill="${color}" fill-opacity="${opacity}"/>`
}

const confetti = [
  '<path d="M0 0H210C196 62 128 60 96 104S30 176 0 168Z" fill="#FFC75F" fill-opacity="0.5"/>',
  '<path d="M500 0V150C452 158 430 108 392 88S330 40 338 0Z" fill="#FF8FAB" fill-opacity="0.42"/>',
  '<path d="M0 700V552C48 548 66 604 108 620S168 662 164 700Z" fill="#7BDFF2" fill-opacity="0.5"/>',
  '<path d="M500 700H318C330 646 386 650 418 606S462 536 500 540Z" fill="#B8E8C0" fill-opacity="0.7"/>',
  ...[
    [40, 250, '#FF8FAB'],
    [30, 420, '#FFC75F'],
    [468, 258, '#7BDFF2'],
    [474, 420, '#B28DFF'],
    [250, 24, '#7BDFF2'],
    [228, 678, '#FF8FAB'],
  ].map(([x, y, color]) => `<circle cx="${x}" cy="${y}" r="8" fill="${color}"/>`),
  ...[
    [24, 330, 20],
    [462, 340, -24],
    [300, 672, 40],
    [292, 34, -30],
  ].map(
    ([x = 0, y = 0, turn]) =>
      `<rect x="${x}" y="${y}" width="16" height="7" rx="3" fill="#B28DFF" transform="rotate(${turn} ${x + 8} ${y + 4})"/>`,
  ),
].join('')

/** A wavy edge all around. */
function scallops(color: string): string {
  const across = Array.from({ length: 13 }, (_each, index) => index * 41.67)
  const down = Array.from({ length: 16 }, (_each, index) => index * 46.67)
  const circles = [
    ...across.flatMap((x) => [
      [x, 0],
      [x, 700],
    ]),
    ...down.flatMap((y) => [
      [0, y],
      [500, y],
    ]),
  ]
  return `<g fill="${color}" fill-opacity="0.16">${circles.map(([x = 0, y = 0]) => `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="25"/>`).join('')}</g>`
}

function hearts(color: string): string {
  const heart = 'M0 7C-9-4-3-12 3-8 6-6 6-4 6-4S6-6 9-8C15-12 21-4 12 7L6 13Z'
  const places = [
    [60, 64, 1.5, -14],
    [424, 70, 1.2, 16],
    [52, 596, 1.2, 10],
    [432, 606, 1.6, -12],
  ]
  return places
    .map(
      ([x, y, size, turn]) =>
        `<path d="${heart}" fill="${color}" fill-opacity="0.5" transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"/>`,
    )
    .join('')
}
