import { analyse } from 'chardet'
import { yieldEvery } from '../../core/yield-every.ts'
import { makeDecoder, type Encoding } from './encodings.ts'
import { cleanLine, shorten } from './text.ts'
import { frequentSigns, letterFrequencies } from './letter-frequencies.ts'

/** A possible reading of a file, with its first lines outside ASCII. */
export interface Reading {
  encoding: Encoding
  /** At most three, shortened. */
  lines: string[]
}

/**
 * Logarithms of how much rarer files of an encoding are. Windows writes most files; of Macs and of DOS there are few.
 */
const rarity: Readonly<Partial<Record<Encoding, number>>> = {
  'windows-1252': 0,
  macintosh: -4,
  cp850: -4,
  'iso-8859-2': -3,
  'koi8-u': -3.5,
  ibm866: -4,
  'x-mac-cyrillic': -5,
  'iso-8859-5': -4,
  'windows-1257': -3,
  big5: -2.5,
  'euc-jp': -3,
}
const usualRarity = -2
/** How much the library's confidence of 100 counts: its statistics know pairs and frequent signs. */
const libraryWeight = 4
/** The library's names of our encodings. */
const libraryNames: Readonly<Record<string, readonly string[]>> = {
  'ISO-8859-1': ['windows-1252'],
  'ISO-8859-2': ['windows-1250', 'iso-8859-2'],
  'ISO-8859-7': ['windows-1253'],
  'ISO-8859-8': ['windows-1255'],
  'ISO-8859-9': ['windows-1254'],
  'KOI8-R': ['koi8-u'],
  GB18030: ['gbk'],
}

/** A reading this much likelier than any other is certain; others this close are offered. */
const certainMargin = 4
const offeredMargin = 8
const mostReadings = 4
const shownLines = 3
const shownChars = 200
/** Below this value per byte, no reading is text. */
const leastLikely = -9

const ascii = -3
const invalid = -16
const strange = -8
/** How much likelier a frequent sign is than the others of its row. A sign beside letters of ASCII is less likely. */
const frequent = 3
const besideAscii = -2
const damaged = -10
const typographic = '’‘“”„–—…•«»¡¿€°™®©£·\u00A0'

/** Ranges of lead bytes in an encoding with two bytes. `value` is the logarithm of how frequent each sign is. */
type Leads = readonly (readonly [from: number, to: number, value: number])[]
const doubleByte: Readonly<
  Record<string, { leads: Leads; trails: (byte: number) => boolean; single?: [number, number] }>
> = {
  shift_jis: {
    leads: [
      [0x81, 0x81, -5],
      [0x82, 0x82, -4.2],
      [0x83, 0x83, -4.8],
      [0x84, 0x87, -12],
      [0x88, 0x97, -7.5],
      [0x98, 0x9f, -11],
      [0xe0, 0xea, -11],
      [0xed, 0xfc, -12],
    ],
    trails: (byte) => byte >= 0x40 && byte <= 0xfc && byte !== 0x7f,
    single: [0xa1, 0xdf],
  },
  'euc-jp': {
    leads: [
      [0x8e, 0x8e, -7],
      [0xa1, 0xa3, -5],
      [0xa4, 0xa4, -4.2],
      [0xa5, 0xa5, -4.8],
      [0xb0, 0xcf, -7.5],
      [0xd0, 0xf4, -11],
    ],
    trails: (byte) => byte >= 0xa1 && byte <= 0xfe,
  },
  gbk: {
    leads: [
      [0xa1, 0xa3, -5],
      [0xa4, 0xa5, -12],
      [0xb0, 0xd7, -7.5],
      [0xd8, 0xf7, -11],
      [0x81, 0xfe, -12.5],
    ],
    trails: (byte) => byte >= 0x40 && byte !== 0x7f && byte !== 0xff,
  },
  big5: {
    leads: [
      [0xa1, 0xa3, -5],
      [0xa4, 0xc6, -7.5],
      [0xc9, 0xf9, -11.5],
    ],
    trails: (byte) => (byte >= 0x40 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xfe),
  },
  'euc-kr': {
    leads: [
      [0xa1, 0xa3, -5],
      [0xb0, 0xc8, -7],
      [0x81, 0xc6, -11.5],
      [0xca, 0xfd, -11.5],
    ],
    trails: (byte) =>
      (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x81 && byte <= 0xfe),
  },
}

/**
 * Compares the readings of a sample that is neither UTF-8 nor UTF-16. The first reading is the likeliest. Others follow
 * if they differ and are about as likely. Empty if no reading is text.
 * @param lines lines with bytes outside ASCII
 */
export async function detectEncoding(lines: readonly Uint8Array[]): Promise<Reading[]> {
  const sample = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]))
  const high = sample.reduce((sum, byte) => sum + (byte >= 0x80 ? 1 : 0), 0)
  const known = new Map<string, number>()
  for (const { name, confidence } of analyse(sample))
    for (const encoding of libraryNames[name] ?? [name.toLowerCase()])
      known.set(encoding, Math.max(known.get(encoding) ?? 0, (confidence / 100) * libraryWeight))
  const scores = new Map<Encoding, number>()
  const pause = yieldEvery()
  const add = (encoding: string, score: number) =>
    scores.set(encoding as Encoding, Math.max(scores.get(encoding as Encoding) ?? -Infinity, score))
  for (const encoding of Object.keys(doubleByte)) {
    await pause()
    add(encoding, scoreDoubleByte(sample, encoding))
  }
  for (const { encodings, letters } of letterFrequencies)
    for (const encoding of encodings) {
      await pause()
      add(encoding, scoreSingleByte(sample, tableOf(encoding as Encoding, letters)))
    }
  const ranked = rank(scores, known)
  const best = ranked[0]
  if (!best || best.plain - (sample.length - high) * ascii < high * leastLikely) return []
  const readings = ranked
    .filter(({ score }) => score > best.score - offeredMargin)
    .map(({ encoding, score }) => {
      const read = lines.map((line) => makeDecoder(encoding).decode(line))
      return { encoding, lines: read, score: score + damaged * (read.join('').match(/[\uFFFD\p{Co}]/gu)?.length ?? 0) }
    })
    .sort((one, other) => other.score - one.score)
  const [first, ...others] = readings.filter(
    ({ lines: read }, at) => readings.findIndex((one) => one.lines.join('\n') === read.join('\n')) === at,
  )
  if (!first) return []
  const offered = others.filter(({ score }) => score > first.score - offeredMargin).slice(0, mostReadings - 1)
  const isCertain = (offered[0]?.score ?? -Infinity) < first.score - certainMargin
  return [first, ...(isCertain ? [] : offered)].map(({ encoding, lines: read }) => ({
    encoding,
    lines: read.slice(0, shownLines).map((line) => shorten(cleanLine(line), shownChars)),
  }))
}

interface Ranked {
  encoding: Encoding
  score: number
  /** Without how frequent the encoding is. */
  plain: number
}

const rank = (scores: ReadonlyMap<Encoding, number>, known: ReadonlyMap<string, number>): Ranked[] =>
  [...scores]
    .map(([encoding, plain]) => ({
      encoding,
      score: plain + (rarity[encoding] ?? usualRarity) + (known.get(encoding) ?? 0),
      plain,
    }))
    .sort((one, other) => other.score - one.score)

function scoreDoubleByte(sample: Uint8Array, encoding: string): number {
  const { leads, trails, single: [from, to] = [256, 0] } = doubleByte[encoding] ?? { leads: [], trails: () => false }
  const values = new Float32Array(256).fill(invalid)
  for (const [first, last, value] of leads)
    for (let lead = first; lead <= last; lead++) if (values[lead] === invalid) values[lead] = value
  let score = 0
  for (let at = 0; at < sample.length; at++) {
    const byte = sample[at] ?? 0
    if (byte < 0x80) score += ascii
    else if (byte >= from && byte <= to) score += -5.5
    else if (!trails(sample[at + 1] ?? 0)) score += invalid
    else {
      const value = values[byte] ?? invalid
      const isRare = encoding === 'gbk' && (sample[at + 1] ?? 0) < 0xa1
      score += isRare ? Math.min(value, -12) : value
      if (isAsciiLetter(sample[at - 1]) || isAsciiLetter(sample[at + 2])) score += besideAscii
      at++
    }
  }
  const signs = frequentSigns[encoding] ?? ''
  for (const sign of makeDecoder(encoding as Encoding).decode(sample))
    if (sign > '\u0080' && signs.includes(sign)) score += frequent
  return score
}

const isDigit = (byte = 0): boolean => byte >= 0x30 && byte <= 0x39
const isAsciiLetter = (byte = 0): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a && byte < 0x80

type Kind = 'other' | 'lower' | 'upper' | 'letter' | 'sign'
interface ByteTable {
  values: Float32Array
  kinds: Kind[]
  /** Letters of another alphabet than ASCII's, which do not stand in one word with ASCII's. */
  isForeign: boolean
  /** Letters that are a word, as `à`. */
  isWord: boolean[]
}

const wordLetters = 'àáèéêòóôöåúí'

const tables = new Map<string, ByteTable>()

function tableOf(encoding: Encoding, letters: string): ByteTable {
  const name = `${encoding} ${letters}`
  const table = tables.get(name) ?? makeTable(encoding, letters)
  tables.set(name, table)
  return table
}

function makeTable(encoding: Encoding, letters: string): ByteTable {
  const weights = new Map(letters.split(' ').map((pair) => [pair[0] ?? '', Number(pair.slice(1))]))
  const sum = [...weights.values()].reduce((total, weight) => total + weight, 0)
  const values = new Float32Array(256)
  const kinds: Kind[] = []
  const isWord: boolean[] = []
  for (let byte = 0; byte < 256; byte++) {
    const sign = byte < 0x80 ? String.fromCharCode(byte) : makeDecoder(encoding).decode(Uint8Array.of(byte))
    const lower = sign.toLowerCase()
    isWord.push(wordLetters.includes(lower))
    kinds.push(
      !/^[\p{L}\p{M}]/u.test(sign)
        ? 'other'
        : lower !== sign
          ? 'upper'
          : sign.toUpperCase() === sign
            ? 'letter'
            : 'lower',
    )
    if (byte < 0x80) values[byte] = ascii
    else if (/^[\u0080-\u009F\uFFFD\p{Co}]/u.test(sign)) values[byte] = invalid
    else if (kinds[byte] === 'other') {
      values[byte] = typographic.includes(sign) ? -3 : strange
      if (!typographic.includes(sign)) kinds[byte] = 'sign'
    } else {
      const weight = weights.get(sign) ?? weights.get(lower[0] ?? '')
      values[byte] =
        (weight === undefined ? strange : Math.log(weight / sum)) -
        (kinds[byte] === 'upper' && !weights.has(sign) ? 1.5 : 0)
    }
  }
  return { values, kinds, isWord, isForeign: !/^[\p{Script=Latin}]/u.test(letters) }
}

/** Windows' closing quotation mark, which English and French write in words. */
const apostrophe = 0x92

/** Adds up how frequent each byte is, less for capitals within words and signs or foreign letters beside letters. */
function scoreSingleByte(sample: Uint8Array, { values, kinds, isForeign, isWord }: ByteTable): number {
  let score = 0
  const kindAt = (at: number): Kind => kinds[sample[at] ?? 0x20] ?? 'other'
  const isLetter = (kind: Kind): boolean => kind !== 'other' && kind !== 'sign'
  for (let at = 0; at < sample.length; at++) {
    const byte = sample[at] ?? 0
    score += values[byte] ?? invalid
    if (byte < 0x80) continue
    const [before, kind, after] = [kindAt(at - 1), kindAt(at), kindAt(at + 1)]
    if (kind === 'upper' && before === 'lower') score -= 5
    else if (kind === 'upper' && before === 'upper') score += 1.5
    else if (kind === 'other' && byte !== apostrophe && isLetter(before) && isLetter(after)) score -= 4
    else if (kind === 'lower' && !isForeign && !isLetter(before) && !isLetter(after) && !isWord[byte]) score -= 3
    else if (kind === 'sign' && (isLetter(before) || isLetter(after))) score -= 2
    else if (isLetter(kind) && (isDigit(sample[at - 1]) || isDigit(sample[at + 1]))) score -= 3
    else if (isForeign && isLetter(kind)) {
      if (isLetter(before) && (sample[at - 1] ?? 0) < 0x80) score -= 4
      if (isLetter(after) && (sample[at + 1] ?? 0) < 0x80) score -= 4
    }
  }
  return score
}
