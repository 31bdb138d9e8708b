import { setImmediate } from 'node:timers/promises'
import { InvalidInput } from '../../core/errors.ts'
import { decodeText, findEncoding } from './decode.ts'

const bytesOf = (text: string, encoding: 'utf8' | 'utf16le' | 'latin1' = 'utf8') => Buffer.from(text, encoding)
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16()

/** Splits into single bytes, as no encoding may depend on where a file is cut. */
const dripping = (bytes: Buffer) => Array.from(bytes, (byte) => Uint8Array.of(byte))

async function read(pieces: Iterable<Uint8Array>): Promise<{ encoding: string; text: string }> {
  const { encoding } = await findEncoding(pieces)
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

/** Texts of customers, encoded by another program. */
const encoded: [encoding: string, text: string, bytes: string][] = [
  ['shift_jis', 'とても良い,山田', '82c682c482e097c782a22c8e529363'],
  ['euc-jp', 'とても良いです,山田', 'a4c8a4c6a4e2cec9a4a4a4c7a4b92cbbb3c5c4'],
  ['gbk', '杯子很好，非常喜欢', 'b1add7d3badcbac3a3acb7c7b3a3cfb2bbb6'],
  ['big5', '杯子很好，非常喜歡', 'aa4da46cabdca66ea141ab44b160b3dfc577'],
  ['euc-kr', '정말 좋은 머그컵입니다', 'c1a4b8bb20c1c1c0ba20b8d3b1d7c4c5c0d4b4cfb4d9'],
  [
    'windows-1250',
    'Świetny kubek, bardzo ładny, żółty',
    '8c776965746e79206b7562656b2c20626172647a6f20b361646e792c20bff3b37479',
  ],
  ['windows-1251', 'Отличная кружка', 'cef2ebe8f7ede0ff20eaf0f3e6eae0'],
  ['koi8-u', 'Отличная кружка', 'efd4ccc9decec1d120cbd2d5d6cbc1'],
  ['ibm866', 'Отличная кружка', '8ee2aba8e7ada0ef20aae0e3a6aaa0'],
  ['windows-1253', 'Πολύ ωραία κούπα', 'd0efebfd20f9f1e1dfe120eaeffdf0e1'],
  ['windows-1254', 'Çok güzel, teşekkürler, hızlı', 'c76f6b2067fc7a656c2c207465fe656b6bfc726c65722c2068fd7a6cfd'],
  ['windows-1255', 'ספל מצוין, ממליץ לכולם בחום', 'f1f4ec20eef6e5e9ef2c20eeeeece9f520ecebe5eced20e1e7e5ed'],
  [
    'macintosh',
    'Très bien à la plage, reçu très vite, satisfaite',
    '54728f73206269656e2088206c6120706c6167652c2072658d752074728f7320766974652c2073617469736661697465',
  ],
  [
    'cp850',
    'Très bien, reçu très vite, déjà utilisé, répété',
    '54728a73206269656e2c20726587752074728a7320766974652c2064826a85207574696c6973822c20728270827482',
  ],
  ['windows-1252', 'It’s great – I “love” it', '497492732067726561742096204920936c6f766594206974'],
]

test.each(encoded)('detects %s without a question', async (encoding, text, hex) => {
  const bytes = Buffer.from(`body,rating\n${'x'.repeat(20)},5\n`)
  const file = Buffer.concat([bytes, Buffer.from(hex, 'hex'), Buffer.from(',5\n')])
  expect(await findEncoding([file])).toEqual({ encoding, readings: [] })
  expect((await read(dripping(file))).text).toContain(`\n${text},5\n`)
})

test.each([
  ['Gyõzõ', 'Győző', '4779f57af5'],
  ['Dvoøák', 'Dvořák', '44766ff8e16b'],
])('offers %s and %s with the first lines of each reading', async (western, central, hex) => {
  const file = Buffer.concat([Buffer.from('body,rating,name\nGood,5,'), Buffer.from(hex, 'hex')])
  const { readings } = await findEncoding([file])
  expect(readings).toEqual(
    expect.arrayContaining([
      { encoding: 'windows-1252', lines: [`Good,5,${western}`] },
      { encoding: 'windows-1250', lines: [`Good,5,${central}`] },
    ]),
  )
})

test.each([
  ['a unit separator', 'mug\u001F4000'],
  ['a vertical tab', 'line one\vline two'],
  ['NUL', 'mug\0'],
  ['two control characters and accents', 'été\u0001\u0002'],
])('reads a small file with %s', async (_name, cell) => {
  for (const encoding of ['utf8', 'latin1'] as const)
    expect((await read([bytesOf(`title,body,rating,date\nA,${cell},5,2024-01-02\n`, encoding)])).text).toContain(
      cell.replace('\0', ''),
    )
})

test('holds the event loop for at most 200 ms of CPU while it compares readings', async () => {
  const line = Buffer.concat([Buffer.from('cef2ebe8f7ede0ff', 'hex'), Buffer.from(',5\n')])
  const comparing = findEncoding([Buffer.concat(Array.from({ length: 100_000 }, () => line))])
  let [longest, ended] = [0, false]
  void comparing.then(() => (ended = true))
  while (!ended) {
    const before = process.threadCpuUsage()
    await setImmediate()
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, user + system)
  }
  expect(longest).toBeLessThan(200_000)
  expect((await comparing).encoding).toBe('windows-1251')
})

test.each([
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0, 0x62, 0, 0, 0])],
])('%s is refused', async (_name, bytes) => {
  await expect(findEncoding([bytes])).rejects.toMatchObject({ code: 'encodingUnreadable' })
})

test('refuses an empty file', async () => {
  await expect(findEncoding([])).rejects.toBeInstanceOf(InvalidInput)
  await expect(findEncoding([new Uint8Array()])).rejects.toMatchObject({ code: 'emptyFile' })
})
