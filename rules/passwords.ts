import type { MessageCode, MessageParams } from './messages.ts'

export const shortestPassword = 12
export const longestPassword = 1024

/** Words of the most used passwords. A password of nothing else is guessed first. */
const commonWords =
  'password passwort contrasena motdepasse qwertyuiop qwertzuiop qwerty qwertz azerty asdfghjkl asdfgh asdf zxcvbnm zxcvbn abcdefghijklmnopqrstuvwxyz abcdefgh abcdef abcd abc administrator admin welcome letmein iloveyou login access changeme default secret master monkey dragon football baseball superman batman sunshine princess shadow michael charlie freedom whatever trustno test guest user root hello computer internet samsung google facebook starwars pokemon liverpool chelsea arsenal killer hunter soccer summer winter spring autumn shopify shop store reviews review candor love please money'
    .split(' ')
    .sort((a, b) => b.length - a.length)

const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
}

/** Removes common words and the given ones; returns the letters that are left. */
function lettersBeside(text: string, words: readonly string[]): number {
  const rest = [...words, ...commonWords].reduce((left, word) => left.replaceAll(word, ' '), text)
  return rest === text ? Infinity : rest.replace(/[^\p{L}]/gu, '').length
}

/** Whether attackers try it early. They try common words with digits or signs, the own address, repeated pieces and rows of digits. */
function isCommon(password: string, names: readonly string[]): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  const folded = plain.replace(/[01345@$]/g, (sign) => lookalikes[sign] ?? sign)
  const words = names.map((name) => name.toLowerCase()).filter((name) => name.length >= 4)
  return (
    /^(.{1,6})\1+.{0,3}$/su.test(plain) ||
    /^\d{1,15}$/.test(plain) ||
    [plain, folded].some((text) => lettersBeside(text, words) <= 2)
  )
}

/**
 * Returns what is wrong with a new password, or null. Only length and being common count: no rules about digits and
 * signs.
 * @param names the account's address and the shop's name, which are guessed too
 */
export function findPasswordProblem(
  password: string,
  names: readonly string[],
): { code: MessageCode; params: MessageParams } | null {
  const length = [...password].length
  if (length < shortestPassword) return { code: 'passwordTooShort', params: { min: shortestPassword } }
  if (length > longestPassword) return { code: 'fillAtMost', params: { max: longestPassword } }
  return isCommon(password, names) ? { code: 'passwordTooCommon', params: {} } : null
}
