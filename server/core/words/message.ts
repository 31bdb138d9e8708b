import { compileMessage } from '@lingui/message-utils/compileMessage'
import { isRtl } from '../../../rules/locales.ts'

export type WordParams = Record<string, string | number>

export type Message = (params: WordParams) => string

type Token =
  | string
  | readonly [name: string]
  | readonly [name: string, type: string, cases: Readonly<Record<string, readonly Token[]>>]

const rtlLetter = /\p{Script=Arabic}|\p{Script=Hebrew}/u

/**
 * Puts marks of direction around a value in another script, as right-to-left text would reverse "#1042" and "12 cm".
 * Email programs know these marks better than isolates.
 */
const keepOrder = (value: string): string =>
  /[\p{L}#]/u.test(value) && !rtlLetter.test(value) ? `\u200e${value}\u200e` : value

/**
 * Compiles an ICU message with plural and select, which is all that our words use. Inserts values unchanged, apart from
 * marks of direction in right-to-left languages. Lingui's own formatter would decode `\x41` and `\u202e` in the finished sentence, even where a shopper typed them.
 */
export function compileWord(source: string, locale: string): Message {
  const tokens = compileMessage(source) as readonly Token[]
  const numbers = new Intl.NumberFormat(locale)
  const plurals = new Intl.PluralRules(locale)
  const write = isRtl(locale) ? keepOrder : (text: string) => text
  const fill = (parts: readonly Token[], params: WordParams, counted: string): string => {
    let text = ''
    for (const part of parts)
      text += typeof part === 'string' ? (part === '#' && counted !== '' ? counted : part) : value(part, params)
    return text
  }
  const value = ([name, type, cases]: Exclude<Token, string>, params: WordParams): string => {
    const given = params[name] ?? ''
    if (!type || !cases) return write(String(given))
    if (type === 'select') return fill(cases[given] ?? cases.other ?? [], params, '')
    const count = Number(given)
    return fill(cases[count] ?? cases[plurals.select(count)] ?? cases.other ?? [], params, numbers.format(count))
  }
  return (params) => fill(tokens, params, '')
}
