import { InvalidInput } from '../../core/errors.ts'
import { decodeText, findEncoding } from './decode.ts'

const bytesOf = (text: string, encoding: 'utf8' | 'utf16le' | 'latin1' = 'utf8') => Buffer.from(text, encoding)
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16()

/** Splits into single bytes, as no encoding may depend on where a file is cut. */
const dripping = (bytes: Buffer) => Array.from(bytes, (byte) => Uint8Array.of(byte))

async function read(pieces: Iterable<Uint8Array>): Promise<{ encoding: string; text: string }> {
  const encoding = await findEncoding(pieces)
  let text = ''
  for await (const piece of decodeText(pieces, encoding)) text += piece
  return { encoding, text }
}

const line = 'body,rating\nTrès bien à la plage,5\n'

test.each([
  ['UTF-8', bytesOf(line), 'utf-8'],
  ['UTF-8 with a mark', bytesOf('\uFEFF' + line), 'utf-8'],
  ['UTF-16LE with a mark', bytesOf('\uFEFF' + line, 'utf16le'), 'utf-16le'],
  ['UTF-16BE with a mark', swapped(bytesOf('\uFEFF' + line, 'utf16le')), 'utf-16be'],
  ['UTF-16LE without a mark', bytesOf(line, 'utf16le'), 'utf-16le'],
  ['UTF-16BE without a mark', swapped(bytesOf(line, 'utf16le')), 'utf-16be'],
  ['Windows-1252', bytesOf(line, 'latin1'), 'windows-1252'],
])('detects and reads %s', async (_name, bytes, encoding) => {
  expect(await read([bytes])).toEqual({ encoding, text: line })
  expect(await read(dripping(bytes))).toEqual({ encoding, text: line })
})

test('decides for the whole file by an accent at its very end', async () => {
  const pieces = [...Array.from({ length: 50 }, () => bytesOf('plain text only,5\n')), bytesOf('José', 'latin1')]
  expect((await read(pieces)).text).toMatch(/José$/)
})

test('reads a file as UTF-8 despite one damaged byte', async () => {
  const { encoding, text } = await read([bytesOf('été, là, où, déjà '), Uint8Array.of(0xc3), bytesOf('(')])
  expect(encoding).toBe('utf-8')
  expect(text).toBe('été, là, où, déjà \uFFFD(')
})

test('reads characters that were damaged before as UTF-8', async () => {
  const bytes = bytesOf('dam\uFFFDaged')
  expect(await read([bytes])).toEqual({ encoding: 'utf-8', text: 'dam\uFFFDaged' })
  expect(await read(dripping(bytes))).toEqual({ encoding: 'utf-8', text: 'dam\uFFFDaged' })
})

test('normalizes all line breaks, also one that is split between chunks', async () => {
  expect((await read([bytesOf('a\r'), bytesOf('\nb\rc\n'), bytesOf('d\r')])).text).toBe('a\nb\nc\nd\n')
})

test('drops NUL characters, which the database cannot store', async () => {
  const nulls = 'body,rating\0\nTr\0ès bien\r\0\n\0\0,5\0\n'
  for (const bytes of [bytesOf('\uFEFF' + nulls), bytesOf('\uFEFF' + nulls, 'utf16le')]) {
    expect((await read([bytes])).text).toBe('body,rating\nTrès bien\n,5\n')
    expect((await read(dripping(bytes))).text).toBe('body,rating\nTrès bien\n,5\n')
  }
})

test.each([
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])],
  ['Shift-JIS', Buffer.from([0x74, 0x65, 0x78, 0x74, 0x2c, 0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x81, 0x42])],
  [
    'Cyrillic in Windows-1251',
    Buffer.from([0xce, 0xf2, 0xeb, 0xe8, 0xf7, 0xed, 0xee, 0x20, 0xf1, 0xe4, 0xe5, 0xeb, 0xe0, 0xed, 0xee]),
  ],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0, 0x62, 0, 0, 0])],
])('%s is refused', async (_name, bytes) => {
  await expect(findEncoding([bytes])).rejects.toMatchObject({ code: 'encodingUnreadable' })
})

test('refuses an empty file', async () => {
  await expect(findEncoding([])).rejects.toBeInstanceOf(InvalidInput)
  await expect(findEncoding([new Uint8Array()])).rejects.toMatchObject({ code: 'emptyFile' })
})
