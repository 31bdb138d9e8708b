/** These languages name the highest rating first: `5つ星のうち4.0`, `5 yıldız üzerinden 4,0`, `별 5개 중 4.0개`. */
const highestFirst = /^\s*5\s*(?:つ|yıldız|stars? out)|^\s*별\s*5/iu

const plainDigits = (text: string): string =>
  text.replace(/[٠-٩]/g, (sign) => String(sign.charCodeAt(0) - 0x660)).replaceAll('٫', '.')

/** Returns the stars of `4.0 out of 5 stars` or `4,0 von 5 Sternen`; the text itself without a number. */
export function starsIn(text: string): string {
  const words = plainDigits(text.slice(0, 100))
  const numbers = words.match(/\d+(?:[.,]\d+)?/g) ?? []
  const [first, second] = numbers
  if (first === undefined || second === undefined) return first ?? text
  const broken = numbers.filter((one) => /[.,]/.test(one))
  if (broken.length === 1) return broken[0] ?? first
  return highestFirst.test(words) ? second : first
}
