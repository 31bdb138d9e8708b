import { describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { LOCALE_IDS, type Locale } from '../../../rules/locales.ts'

type Token =
  string | readonly [name: string, type?: string, cases?: string | Readonly<Record<string, readonly Token[]>>]

interface Entry {
  id: string
  origin: string
  english: string
  translation: string
}

function readCatalog(locale: Locale) {
  const filename = `locales/${locale}/messages.po`
  return formatter().parse(readFileSync(filename, 'utf8'), { locale, sourceLocale: 'en', filename })
}

const english = await readCatalog('en')
/** The translated messages of a language; `npm run codegen` reports the others. */
const entriesOf = async (locale: Locale): Promise<Entry[]> =>
  Object.entries(await readCatalog(locale)).flatMap(([id, { translation }]) =>
    translation
      ? [{ id, translation, english: english[id]?.translation || id, origin: String(english[id]?.origin ?? '') }]
      : [],
  )
const catalogs = new Map(
  await Promise.all(LOCALE_IDS.map(async (locale) => [locale, await entriesOf(locale)] as const)),
)
const locales = LOCALE_IDS.filter((locale) => locale !== 'en')

/** Returns the messages of a language that a rule refuses, with its reason. */
const refused = (locale: Locale, refuse: (entry: Entry) => string | undefined | false) =>
  (catalogs.get(locale) ?? []).flatMap((entry) => {
    const why = refuse(entry)
    return why ? [`${why}: ${entry.english} → ${entry.translation}`] : []
  })

interface Shape {
  /** Names of values, and tags. */
  values: string[]
  plurals: string[][]
  /** The text of all branches, without values. */
  text: string
}

const shapeOf = (message: string): Shape => {
  const shape: Shape = { values: [], plurals: [], text: '' }
  const read = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (typeof token === 'string') {
        shape.text += token
        continue
      }
      const [name, type, cases] = token
      shape.values.push(name)
      shape.text += ' '
      if (typeof cases !== 'object') continue
      if (type !== 'select') shape.plurals.push(Object.keys(cases).filter((key) => key !== 'offset'))
      for (const [key, branch] of Object.entries(cases)) if (key !== 'offset') read(branch)
    }
  }
  read(compileMessage(message) as readonly Token[])
  shape.values.push(...(shape.text.match(/<\/?\w+\/?>/g) ?? []))
  return shape
}

const unique = (values: readonly string[]) => [...new Set(values)].sort().join(' ')

/** Returns the plural forms that whole numbers up to 200 have. Romance languages have one more, for millions. */
const pluralForms = (locale: Locale) => {
  const rules = new Intl.PluralRules(locale)
  return [...new Set(Array.from({ length: 201 }, (_each, count) => rules.select(count)))]
}

describe.each(locales)('the translations of %s', (locale) => {
  test('keep the placeholders and tags, and hold no other ICU syntax', () => {
    expect(
      refused(locale, ({ english: source, translation }) => {
        const [ours, theirs] = [shapeOf(source), shapeOf(translation)]
        if (unique(ours.values) !== unique(theirs.values)) return `has ${unique(theirs.values)}`
        return /[{}]|\b(plural|select),/.test(theirs.text) && !/[{}]/.test(ours.text) && 'has stray braces'
      }),
    ).toEqual([])
  })

  test('have every plural form of the language, and no other', () => {
    const forms = pluralForms(locale)
    const known = new Set<string>(new Intl.PluralRules(locale).resolvedOptions().pluralCategories)
    expect(
      refused(locale, ({ translation }) => {
        for (const cases of shapeOf(translation).plurals) {
          const given = cases.filter((form) => !/^\d/.test(form))
          const absent = ['other', ...forms].filter((form) => !given.includes(form))
          // A case for exactly 1 covers the form of one.
          if (absent.length > 0 && !(absent.join() === 'one' && cases.includes('1')))
            return `lacks ${absent.join(', ')}`
          const strange = given.filter((form) => !known.has(form))
          if (strange.length > 0) return `has ${strange.join(', ')}`
        }
        return undefined
      }),
    ).toEqual([])
  })

  test('fit where they stand', () => {
    expect(
      refused(locale, (entry) => {
        const place = places.find(({ holds }) => holds(entry))
        const longest = place ? longestVariant(entry.translation) : 0
        return place && longest > place.most(entry) && `${longest} columns ${place.name}`
      }),
    ).toEqual([])
  })
})

/** East Asian letters are twice as wide. */
const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (/[\u1100-\uffdc]/.test(letter) ? 2 : 1), 0)

/** Returns the width of a message's longest branch, without its values. */
function longestVariant(message: string): number {
  const width = (tokens: readonly Token[]): number =>
    tokens.reduce((sum, token) => {
      if (typeof token === 'string') return sum + widthOf(token)
      const branches = typeof token[2] === 'object' ? Object.entries(token[2]).filter(([key]) => key !== 'offset') : []
      return sum + Math.max(0, ...branches.map(([, branch]) => width(branch)))
    }, 0)
  return width(compileMessage(message) as readonly Token[])
}

/** Where the room for a text is limited, and its columns. The first place that fits counts. */
const places: readonly { name: string; holds(entry: Entry): boolean; most(entry: Entry): number }[] = [
  {
    name: 'in the menu',
    holds: ({ origin }) => origin.includes('frame/menu.tsx'),
    most: () => 26,
  },
  { name: 'in the subject of an email', holds: ({ id }) => id.endsWith('.subject'), most: () => 60 },
  { name: 'before the text of an email', holds: ({ id }) => id.endsWith('.preheader'), most: () => 130 },
  {
    name: 'on a button or label',
    holds: ({ english: source }) => longestVariant(source) <= 24,
    most: ({ english: source }) => longestVariant(source) * 2 + 14,
  },
]

interface Term {
  english: string
  foundBy: string[]
  refused: string[]
}

/** Reads the table of docs/glossary; both catalogs of Chinese share one. */
function glossaryOf(locale: Locale): Term[] {
  const lines = readFileSync(`docs/glossary/${locale === 'zh-CN' ? 'zh' : locale}.md`, 'utf8').split('\n')
  const list = (cell = '') => cell.split(',').flatMap((word) => word.trim() || [])
  return lines
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => {
      const [, term = '', , foundBy, others] = line.split('|').map((cell) => cell.trim())
      return { english: term, foundBy: list(foundBy), refused: list(others) }
    })
}

/** Words of scripts without spaces are found anywhere, the others as whole words. */
const wordsPattern = (words: readonly string[]) =>
  words.map((word) => (/[\u3000-\uffdc]/.test(word) ? word : `(?<!\\p{L})${word}(?!\\p{L})`)).join('|')

/** A label with a term must have the language's word. Longer texts may leave the term out, but use no other word. */
const labelChars = 40
/** Labels in which an English term has another meaning. */
const otherMeanings: readonly string[] = [
  'Shop with this code', // to shop
  'Order and average', // the order of a list
  'Order now', // to order
  'We’ll email you again on {date}.',
  'Send replies to', // answers to an email
  'Replies go to {reply}',
  'Good quality. I would order one size up.', // a shopper's sample
]

/** Names that Shopify Flow and Klaviyo show in English. */
const foreignNames = /Negative review received|Review published|Order fulfilled|Request review|Review Request/g

describe.each(locales)('the glossary of %s', (locale) => {
  test('is kept', () => {
    const terms = glossaryOf(locale).map(({ english: term, foundBy, refused: others }) => ({
      term: new RegExp(`(?<![\\w-])${term.replace(/y$/, '(y|ie)')}s?(?![\\w-])`, 'i'),
      foundBy: foundBy.length > 0 && new RegExp(foundBy.join('|'), 'iu'),
      others: others.length > 0 && new RegExp(wordsPattern(others), 'iu'),
      name: term,
    }))
    expect(terms.length).toBeGreaterThan(10)
    expect(
      refused(locale, ({ english: source, translation }) => {
        const isName = (text: string) => translation.includes(text)
        const [ours, theirs] = [source, translation].map((text) =>
          shapeOf(text).text.replace(foreignNames, (name) => (isName(name) ? '' : name)),
        ) as [string, string]
        const isLabel = source.length <= labelChars && !otherMeanings.includes(source)
        for (const { term, foundBy, others, name } of terms) {
          const other = others && others.exec(theirs)
          if (other) return `“${other[0]}” for “${name}”`
          if (isLabel && foundBy && term.test(ours) && !foundBy.test(theirs)) return `no word for “${name}”`
        }
        return undefined
      }),
    ).toEqual([])
  })
})
