/** Returns the contrast of two colors (#rgb or #rrggbb), 1 to 21 (WCAG 2). Null for invalid colors. */
export function contrast(one: string, other: string): number | null {
  const [a, b] = [luminance(one), luminance(other)]
  if (a === null || b === null) return null
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** WCAG's minimum for small text. */
export const readableContrast = 4.5

/** Minimum for stars. Below WCAG's value for graphics, because stars have a dark outline and their number in words. */
export const visibleContrast = 2

function luminance(colour: string): number | null {
  const channels = channelsOf(colour)
  if (!channels) return null
  const [red = 0, green = 0, blue = 0] = channels.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

type Channels = readonly [number, number, number]

function channelsOf(colour: string): Channels | null {
  const digits = /^#(?:([0-9a-f]{6})|([0-9a-f]{3}))$/i.exec(colour.trim())
  const hex = digits?.[1] ?? digits?.[2]?.replace(/./g, '$&$&')
  return hex ? ([0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Channels) : null
}

/** Mixes a share (0 to 1) of a second color into the first; returns the first if either is invalid. */
export function mixColors(one: string, other: string, part: number): string {
  const [a, b] = [channelsOf(one), channelsOf(other)]
  if (!a || !b) return one
  return `#${a
    .map((value, at) =>
      Math.round(value + ((b[at] ?? value) - value) * part)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Share of black or white that one step of `adjustForContrast` adds. */
const step = 0.02

/** Returns the readable color closest to `front` on `back`. Darkens or lightens it, whichever changes it less. */
export function adjustForContrast(front: string, back: string, least = readableContrast): string {
  const isReadable = (colour: string) => (contrast(colour, back) ?? least) >= least
  for (let part = 0; part <= 1; part += step) {
    const found = ['#000000', '#ffffff'].map((end) => mixColors(front, end, part)).find(isReadable)
    if (found) return part === 0 ? front : found
  }
  return (contrast('#ffffff', back) ?? 0) >= (contrast('#000000', back) ?? 0) ? '#ffffff' : '#000000'
}
