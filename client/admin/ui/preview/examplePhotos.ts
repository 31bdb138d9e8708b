import type { ShownMedia } from '../../../storefront/widgets/shown.ts'

/** Size of the drawings in pixels. */
const edge = 480

interface Shape {
  d: string
  fill?: string
  stroke?: string
}

const pathOf = ({ d, fill = 'none', stroke = 'none' }: Shape) =>
  encodeURIComponent(`<path fill="${fill}" stroke="${stroke}" stroke-width="2" stroke-linecap="round" d="${d}"/>`)

function drawn(ground: string, table: string, shapes: readonly Shape[]): ShownMedia {
  const paths = [{ fill: ground, d: 'M0 0h40v40H0z' }, { fill: table, d: 'M0 29h40v11H0z' }, ...shapes]
    .map(pathOf)
    .join('')
  const url = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}" viewBox="0 0 40 40">`)}${paths}${encodeURIComponent('</svg>')}`
  return { kind: 'image', url, thumb: url, medium: url, width: edge, height: edge }
}

/** Photos of the example reviews: drawings, to show no real product. */
export const examplePhotos = {
  mug: drawn('#dfe7df', '#b98f63', [
    { stroke: '#1f5b45', d: 'M25 18h3a3.500 3.500 0 0 1 0 8h-3' },
    { fill: '#1f5b45', d: 'M12 14h13v16a3 3 0 0 1-3 3h-7a3 3 0 0 1-3-3z' },
    { fill: '#5a3b22', d: 'M12 14a6.500 1.600 0 0 1 13 0a6.500 1.600 0 0 1-13 0z' },
  ]),
  plant: drawn('#efe3cf', '#8a6a46', [
    { fill: '#4d7a52', d: 'M20 25c-8-2-10-9-9-14 6 1 9 7 9 14zM20 25c8-2 10-9 9-14-6 1-9 7-9 14z' },
    { fill: '#6d9a6b', d: 'M20 25c-3-6-2-14 0-18 2 4 3 12 0 18z' },
    { fill: '#c96f4a', d: 'M14 24h12l-1.500 10h-9z' },
  ]),
  blanket: drawn('#d3dbe3', '#c7b299', [
    { fill: '#8a3b2a', d: 'M7 27h26v6H7z' },
    { fill: '#b5573f', d: 'M8 21h24v6H8z' },
    { fill: '#d98e6a', d: 'M9 15h22v6H9z' },
  ]),
} as const
