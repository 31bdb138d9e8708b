import sharp from 'sharp'
import { canvas, definitions, faded, group, line, oval, path, repeat, shadow, twig } from './art-brush.ts'
import * as home from './art-home.ts'
import * as outdoor from './art-outdoor.ts'
import * as table from './art-table.ts'

const drawings = { ...table, ...home, ...outdoor } as const
export type Drawing = keyof typeof drawings

interface Backdrop {
  wall: string
  floor: string
  shape: string
}

/** Colours of the shop's own pictures: quiet and warm. */
const backdrops = {
  sand: { wall: '#efe4cf', floor: '#dfcdae', shape: '#f7efdf' },
  sage: { wall: '#d5dcc8', floor: '#bcc7ab', shape: '#e6ebdc' },
  clay: { wall: '#ecc9b1', floor: '#d9a989', shape: '#f6dfcd' },
  sky: { wall: '#cfdde2', floor: '#b3c8cf', shape: '#e3edf0' },
  dusk: { wall: '#3f4a52', floor: '#2f383e', shape: '#56636b' },
  honey: { wall: '#f2dba2', floor: '#e0c07a', shape: '#f9ebc8' },
} as const satisfies Record<string, Backdrop>
export type BackdropName = keyof typeof backdrops

const hanging = new Set<Drawing>([
  'apron',
  'teaTowels',
  'wallClock',
  'sweater',
  'tee',
  'rainJacket',
  'overshirt',
  'birdFeeder',
])
const wholeRoom = new Set<Drawing>(['hammock'])

const svg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${canvas} ${canvas}">${definitions}${content}</svg>`

/** Draws the shop's own picture of a product, as SVG. */
export function productPicture(drawing: Drawing, backdrop: BackdropName): string {
  const { wall, floor, shape } = backdrops[backdrop]
  const arch = 'M96 600 V300 A204 204 0 0 1 504 300 V600 Z'
  const ground = hanging.has(drawing) ? '' : path('M0 440 H600 V600 H0 Z', floor)
  const frame = wholeRoom.has(drawing) ? oval([300, 270], [230, 230], shape) : path(arch, shape)
  return svg(
    path('M0 0 H600 V600 H0 Z', wall) +
      frame +
      ground +
      path('M0 0 H600 V600 H0 Z', 'url(#wall)') +
      drawings[drawing](),
  )
}

const scenes = {
  window:
    path('M0 0 H600 V600 H0 Z', '#d9cdb8') +
    path('M60 0 H540 V330 H60 Z', '#bfd7e0') +
    path('M60 190 C180 130 300 220 420 160 C480 140 520 160 540 170 V330 H60 Z', '#9db48d') +
    line('M300 0 V330 M60 160 H540', '#f4efe4', 14) +
    line('M60 0 V330 H540 V0', '#f4efe4', 20) +
    path('M0 420 H600 V600 H0 Z', '#e9dfcc') +
    path('M0 420 H600 V436 H0 Z', '#cdbfa5') +
    group('translate(470 436) scale(.7)', twig([0, 0], 6, '#5b7a4d') + twig([16, 0], 4, '#6f8f5d')),
  table:
    path('M0 0 H600 V600 H0 Z', '#b9a58a') +
    path('M0 0 H600 V300 H0 Z', '#cfc0a8') +
    path('M0 330 H600 V600 H0 Z', '#a97b4f') +
    faded(
      0.35,
      repeat(6, (n) =>
        line(`M0 ${360 + n * 44} C200 ${350 + n * 46} 400 ${372 + n * 42} 600 ${356 + n * 45}`, '#6d4723', 4),
      ),
    ) +
    oval([110, 60], [190, 130], 'rgba(255,244,214,.35)'),
  shelf:
    path('M0 0 H600 V600 H0 Z', '#aebfb4') +
    repeat(10, (n) => line(`M${n * 66} 0 V600`, 'rgba(30,50,40,.10)', 3)) +
    path('M0 470 H600 V510 H0 Z', '#8f6b46') +
    path('M0 510 H600 V600 H0 Z', 'rgba(30,25,15,.25)') +
    [
      ['#b5654a', 30, 160],
      ['#34566b', 62, 190],
      ['#d8b36a', 92, 150],
      ['#5b7a69', 120, 176],
    ]
      .map(
        ([fill, x, height]) =>
          `<rect x="${x}" y="${470 - Number(height)}" width="28" height="${height}" rx="3" fill="${fill}"/>`,
      )
      .join(''),
  sofa:
    path('M0 0 H600 V600 H0 Z', '#e2d6c4') +
    path('M0 260 Q300 230 600 260 V600 H0 Z', '#7f8f8a') +
    path('M0 420 Q300 396 600 420 V600 H0 Z', '#93a39d') +
    line('M300 250 V410', '#6b7a76', 5) +
    group(
      'translate(420 40)',
      path('M0 0 H120 V130 H0 Z', '#f6f0e3') + path('M14 112 L50 50 L74 84 L88 64 L108 112 Z', '#b5654a'),
    ),
  hills:
    path('M0 0 H600 V600 H0 Z', '#b9d4df') +
    oval([470, 110], [56, 56], '#fff3cf') +
    path('M0 320 C140 200 260 300 380 230 C480 180 560 250 600 240 V600 H0 Z', '#8ea98f') +
    path('M0 390 C160 310 300 400 600 330 V600 H0 Z', '#71905f') +
    path('M0 440 C200 410 400 460 600 430 V600 H0 Z', '#8aa762'),
  lake:
    path('M0 0 H600 V600 H0 Z', '#e9d3b4') +
    oval([150, 190], [60, 60], '#fbe9bd') +
    path('M0 300 L120 190 L220 280 L330 160 L460 290 L540 230 L600 290 V340 H0 Z', '#6f7f86') +
    path('M0 330 H600 V460 H0 Z', '#8fa9ac') +
    line('M60 366 H240 M320 390 H520 M120 420 H300', '#b9cccb', 5) +
    path('M0 440 C200 424 400 456 600 436 V600 H0 Z', '#b79a6c'),
} as const
export type SceneName = keyof typeof scenes

export interface Snapshot {
  drawing: Drawing
  scene: SceneName
  /** 0 to 1: tilt of the camera. */
  twist: number
}

/** Draws a customer's picture: the product in a scene, slightly tilted, in uneven light. */
export function snapshotPicture({ drawing, scene, twist }: Snapshot): string {
  const angle = (twist - 0.5) * 9
  const size = 0.74 + twist * 0.2
  const left = 300 - 300 * size + (twist - 0.5) * 90
  const top = 470 - 470 * size + 24
  const thing = group(`translate(${left.toFixed(1)} ${top.toFixed(1)}) scale(${size.toFixed(3)})`, drawings[drawing]())
  const tint =
    ['rgba(255,190,110,.12)', 'rgba(120,160,200,.12)', 'rgba(255,255,255,.06)'][Math.floor(twist * 2.99)] ?? ''
  return svg(
    group(
      `rotate(${angle.toFixed(2)} 300 300) translate(-24 -24) scale(1.08)`,
      scenes[scene] + shadow(300, 486, 40) + thing,
    ) +
      path('M0 0 H600 V600 H0 Z', tint) +
      path('M0 0 H600 V600 H0 Z', 'url(#edge)'),
  )
}

/** @param size edge in pixels */
export function renderPicture(picture: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(picture), { density: (72 * size) / canvas })
    .resize(size, size)
    .webp({ quality: 82, effort: 2 })
    .toBuffer()
}
