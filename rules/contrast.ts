/** Contrast of two colors written as #rgb or #rrggbb, 1 to 21 (WCAG 2). Null when one is no such color. */
export function contrast(one: string, other: string): number | null {
  const [a, b] = [luminance(one), luminance(other)]
  if (a === null || b === null) return null
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** What small text needs to be readable for people who see less. */
export const readableContrast = 4.5

function luminance(colour: string): number | null {
  const digits = /^#(?:([0-9a-f]{6})|([0-9a-f]{3}))$/i.exec(colour.trim())
  const hex = digits?.[1] ?? digits?.[2]?.replace(/./g, '$&$&')
  if (!hex) return null
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
