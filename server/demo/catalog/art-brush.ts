/** Size of the drawings: SVG on a canvas of 600 by 600, with light from the left. */

export const canvas = 600

export const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`

/** Draws a shape with volume, lit from the side. */
export const solid = (d: string, fill: string): string => path(d, fill) + path(d, 'url(#lit)')

/** Draws a shape lit from above: cloth, paper, flat things. */
export const cloth = (d: string, fill: string): string => path(d, fill) + path(d, 'url(#fall)')

export const line = (d: string, stroke: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** Draws an evenly dashed line, for seams and knitting. */
export const seam = (d: string, stroke: string, dash: string): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="3" stroke-linecap="round" stroke-dasharray="${dash}"/>`

export const oval = (at: readonly [number, number], radii: readonly [number, number], fill: string): string =>
  `<ellipse cx="${at[0]}" cy="${at[1]}" rx="${radii[0]}" ry="${radii[1]}" fill="${fill}"/>`

export const box = (at: readonly [number, number, number, number], radius: number, fill: string): string =>
  `<rect x="${at[0]}" y="${at[1]}" width="${at[2]}" height="${at[3]}" rx="${radius}" fill="${fill}"/>`

export const shadow = (x: number, y: number, width: number): string =>
  `<ellipse cx="${x + 12}" cy="${y}" rx="${width}" ry="${Math.max(10, width * 0.11)}" fill="#2b1d0e" opacity=".26" filter="url(#soft)"/>`

export const group = (transform: string, content: string): string => `<g transform="${transform}">${content}</g>`

export const faded = (opacity: number, content: string): string => `<g opacity="${opacity}">${content}</g>`

export const repeat = (count: number, mark: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => mark(index)).join('')

export const around = (count: number, centre: readonly [number, number], mark: string): string =>
  repeat(count, (index) => group(`rotate(${(index * 360) / count} ${centre[0]} ${centre[1]})`, mark))

/** Draws a twig with leaves on both sides, from the foot upwards. */
export const twig = (foot: readonly [number, number], leaves: number, fill: string): string => {
  const [x, y] = foot
  const stem = line(
    `M${x} ${y} C${x - 6} ${y - leaves * 14} ${x + 8} ${y - leaves * 22} ${x + 2} ${y - leaves * 32}`,
    fill,
    4,
  )
  return (
    stem +
    repeat(leaves, (index) => {
      const side = index % 2 === 0 ? 1 : -1
      const at = y - 24 - index * 30
      return path(`M${x} ${at} q${side * 22} -34 ${side * 54} -26 q${side * -14} 34 ${side * -54} 26`, fill)
    })
  )
}

/** Gradients and blurs that the functions above refer to. */
export const definitions = `<defs>
<linearGradient id="lit" x1="0" x2="1" y1="0" y2="0"><stop offset="0" stop-color="#fff" stop-opacity=".1"/><stop offset=".22" stop-color="#fff" stop-opacity=".26"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1c1208" stop-opacity=".3"/></linearGradient>
<linearGradient id="fall" x1=".2" x2=".8" y1="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".2"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1c1208" stop-opacity=".2"/></linearGradient>
<linearGradient id="wall" x1="0" x2="1" y1="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".3"/><stop offset="1" stop-color="#1c1208" stop-opacity=".1"/></linearGradient>
<radialGradient id="glow"><stop offset="0" stop-color="#ffe9b0" stop-opacity=".95"/><stop offset=".4" stop-color="#ffd98a" stop-opacity=".4"/><stop offset="1" stop-color="#ffd98a" stop-opacity="0"/></radialGradient>
<radialGradient id="edge" r=".75"><stop offset=".6" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#1c1208" stop-opacity=".2"/></radialGradient>
<filter id="soft" x="-50%" y="-200%" width="200%" height="500%"><feGaussianBlur stdDeviation="9"/></filter>
</defs>`
