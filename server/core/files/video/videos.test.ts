import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  block,
  box,
  bytesOf,
  element,
  endless,
  fragmentedMp4,
  mp4,
  mp4DataAt,
  track,
  u32,
  webm,
  webmTrack,
  type Mp4,
  type Webm,
} from '../../../testing/hostile/videos.ts'
import { VideoRefused } from './video-file.ts'
import { inspectVideo } from './videos.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-videos-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Returns the facts of a video and its cleaned bytes. */
async function inspect(bytes: Buffer) {
  const path = join(folder, 'video')
  await writeFile(path, bytes)
  const facts = await inspectVideo({ path, size: bytes.length })
  return { facts, left: await readFile(path) }
}
const problemOf = (bytes: Buffer) =>
  inspect(bytes).then(
    () => null,
    (error: unknown) => (error instanceof VideoRefused ? error.problem : String(error)),
  )

describe('reads the facts of', () => {
  test.each<[string, Buffer, object]>([
    ['an mp4', mp4(), { contentType: 'video/mp4', seconds: 2, width: 640, height: 480 }],
    ['an mp4 in fragments', fragmentedMp4(3), { contentType: 'video/mp4', seconds: 3, width: 640, height: 480 }],
    [
      'a cut mp4 with a few samples more than its duration',
      mp4({ seconds: 60, sampleSeconds: 62 }),
      { contentType: 'video/mp4', seconds: 60, width: 640, height: 480 },
    ],
    [
      'an mp4 with a wrong duration in its header',
      mp4({ seconds: 1, sampleSeconds: 3600 }),
      { contentType: 'video/mp4', seconds: 3600, width: 640, height: 480 },
    ],
    ['a webm', webm(), { contentType: 'video/webm', seconds: 2, width: 640, height: 480 }],
    [
      'a webm with a wrong duration in its header',
      webm({ seconds: 1, lastSecond: 3600 }),
      { contentType: 'video/webm', seconds: 3600, width: 640, height: 480 },
    ],
    [
      'a webm as a browser records it',
      webm({ live: true, lastSecond: 4 }),
      { contentType: 'video/webm', seconds: 4, width: 640, height: 480 },
    ],
  ])('%s', async (_what, bytes, facts) => {
    expect((await inspect(bytes)).facts).toEqual(facts)
  })

  test('a QuickTime file of a phone, which becomes an mp4 without its spatial sound', async () => {
    const spatial = track({ handler: 'soun', codec: 'apac', at: mp4DataAt + 7, size: 6 })
    const { facts, left } = await inspect(mp4({ brand: 'qt  ', tracks: [track({ at: mp4DataAt }), spatial] }))
    expect(facts).toEqual({ contentType: 'video/mp4', seconds: 2, width: 640, height: 480 })
    expect([left.toString('latin1', 4, 12), left.includes('apac'), left.includes('sEcReT')]).toEqual([
      'ftypmp42',
      false,
      false,
    ])
  })

  test('a video of a phone held upright', async () => {
    const upright = track({ at: mp4DataAt })
    const matrix = upright.indexOf('tkhd') + 4 + 40
    u32(0, 0x10000, 0, 0xffff0000, 0).copy(upright, matrix)
    expect((await inspect(mp4({ tracks: [upright] }))).facts).toMatchObject({ width: 480, height: 640 })
  })
})

describe('removes metadata without moving samples', () => {
  const place = '+48.8577+002.2950/'
  test.each<[string, Buffer]>([
    ['udta of an mp4', mp4({ inMovie: [box('udta', box('©xyz', place))] })],
    ['meta of an mp4', mp4({ inMovie: [box('meta', u32(0), box('ilst', place))] })],
    ['udta of a track', mp4({ inTrack: [box('udta', place)] })],
    ['a uuid at the end', mp4({ after: [box('uuid', Buffer.alloc(16, 7), `<x:xmpmeta>${place}`)] })],
    ['a free box', mp4({ after: [box('free', place)] })],
    ['a last box without a size', bytesOf([mp4(), u32(0), 'XMP_', place])],
    ['tags of a webm', webm({ inSegment: [element('1254c367', element('7373', place))] })],
    ['attachments of a webm', webm({ inSegment: [element('1941a469', place)] })],
    ['the title of a webm', webm({ inInfo: [element('7ba9', place)] })],
    ['an unknown element in a cluster', webm({ inCluster: [element('5854', place)] })],
    ['emptiness that is not empty', webm({ inSegment: [element('ec', place)] })],
  ])('%s', async (_what, bytes) => {
    expect(bytes.includes(place)).toBe(true)
    const { left, facts } = await inspect(bytes)
    expect(left.includes(place)).toBe(false)
    expect(left.length).toBe(bytes.length)
    // The result is still a complete container.
    expect((await inspect(left)).facts).toEqual(facts)
  })

  test('names of devices and programs, and the creation time', async () => {
    const { left } = await inspect(mp4())
    expect([left.includes('Ada'), left.includes(u32(3_345_000_000))]).toEqual([false, false])
    expect(left.includes('PICTUREsEcReTdata')).toBe(true)
    expect((await inspect(webm())).left.includes('Ada')).toBe(false)
  })

  test('a track of positions, with its samples', async () => {
    const gps = track({ handler: 'meta', codec: 'gpmd', at: mp4DataAt + 7, size: 6 })
    const { left } = await inspect(mp4({ tracks: [track({ at: mp4DataAt }), gps] }))
    expect([left.includes('gpmd'), left.includes('sEcReT'), left.includes('PICTURE'), left.includes('data')]).toEqual([
      false,
      false,
      true,
      true,
    ])
    const webmLeft = (
      await inspect(
        webm({
          tracks: [webmTrack(), webmTrack({ number: 2, type: 17, codec: 'D_WEBVTT/METADATA' })],
          inCluster: [block(2, 5, '+48.8577')],
        }),
      )
    ).left
    expect([webmLeft.includes('+48.8577'), webmLeft.includes('METADATA')]).toEqual([false, false])
  })
})

const [unfit, broken] = ['notAVideo', 'damaged']
const asMp4 = (about: Mp4) => mp4(about)
const asWebm = (about: Webm) => webm(about)

describe('refuses', () => {
  test.each<[string, Buffer, string]>([
    ['nothing', Buffer.alloc(0), broken],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(9)), broken],
    ['HTML that begins as a box', bytesOf([u32(24), 'ftyp<script>alert(1)</script>']), unfit],
    ['a heic', asMp4({ brand: 'heic' }), unfit],
    ['sound alone', asMp4({ handler: 'soun', codec: 'mp4a' }), unfit],
    ['a codec of studios', asMp4({ codec: 'apch' }), unfit],
    ['an encrypted film', asMp4({ codec: 'encv' }), unfit],
    [
      'samples at a remote URL',
      Buffer.from(mp4().toString('latin1').replace('url \0\0\0\x01', 'url \0\0\0\0'), 'latin1'),
      unfit,
    ],
    ['no head', bytesOf([box('ftyp', 'isom', u32(0)), box('mdat', 'x')]), broken],
    ['two films in one', asMp4({ after: [box('moov')] }), broken],
    ['an undeclared fragment', asMp4({ after: [box('moof')] }), broken],
    ['a box with a size of 4', asMp4({ after: [u32(4), 'udta'] }), broken],
    ['a box of 2^63', asMp4({ after: [u32(1), 'udta', u32(0x80000000, 0)] }), broken],
    ['a box larger than the file', asMp4({ after: [u32(0x7fffffff), 'udta'] }), broken],
    ['a nested box that has no size', asMp4({ inMovie: [u32(0), 'udta'], after: [box('free')] }), broken],
    ['a zip behind it', asMp4({ after: ['PK\x03\x04zip of something'] }), broken],
    [
      'a table of 2^32 rows',
      Buffer.from(mp4().toString('latin1').replace('stts\0\0\0\0\0\0\0\x01', 'stts\0\0\0\0\xff\xff\xff\xff'), 'latin1'),
      broken,
    ],
    ['no duration', asMp4({ seconds: 0 }), broken],
    ['another Matroska', asWebm({ docType: 'matroska' }), unfit],
    ['a codec that browsers do not play', asWebm({ codec: 'V_MPEG2' }), unfit],
    ['sound alone in a webm', asWebm({ tracks: [webmTrack({ type: 2, codec: 'A_OPUS' })] }), unfit],
    ['no tracks', asWebm({ tracks: [] }), unfit],
    ['an element larger than its parent', asWebm({ inSegment: [Buffer.from('ec8f', 'hex'), 'x'] }), broken],
    ['tags without an end', asWebm({ live: true, inSegment: [endless('1254c367', 'x')] }), broken],
    ['something behind it', bytesOf([webm(), '<script>']), broken],
    ['a number of nine bytes', asWebm({ inSegment: [Buffer.alloc(16)] }), broken],
  ])('%s', async (_what, bytes, problem) => {
    expect(await problemOf(bytes)).toBe(problem)
  })

  test('every truncated video', async () => {
    for (const whole of [mp4(), webm()])
      for (let length = 0; length < whole.length; length += 3)
        expect([length, await problemOf(whole.subarray(0, length))]).toEqual([
          length,
          expect.stringMatching(/^(notAVideo|damaged)$/),
        ])
  })

  /** Repeats bytes up to the maximum size of a video. */
  const full = (head: Buffer, piece: Buffer) =>
    Buffer.concat([head, Buffer.alloc(50 * 1024 * 1024 - head.length, piece)])
  const nested = Buffer.concat(Array.from({ length: 1000 }, () => bytesOf([u32(0x03000000), 'moov'])))
  test.each<[string, () => Buffer]>([
    ['millions of empty boxes', () => full(box('ftyp', 'isom', u32(0)), box('skip'))],
    ['boxes nested without end', () => full(box('ftyp', 'isom', u32(0)), nested)],
    [
      'millions of empty elements',
      () =>
        full(
          bytesOf([element('1a45dfa3', element('4282', 'webm')), endless('18538067', endless('1f43b675'))]),
          Buffer.from('ec80', 'hex'),
        ),
    ],
    [
      'millions of rows',
      () =>
        mp4({
          tracks: [Buffer.from(track().toString('latin1'), 'latin1')],
          inTrack: [],
          inMovie: [
            box(
              'trak',
              box('mdia', box('minf', box('stbl', box('stts', u32(0, 6_000_000), Buffer.alloc(48_000_000))))),
            ),
          ],
        }),
    ],
    [
      'chunks that all begin at the same place',
      () =>
        mp4({
          tracks: [
            track(),
            box(
              'trak',
              box(
                'mdia',
                box('hdlr', u32(0, 0), 'meta', Buffer.alloc(13)),
                box(
                  'minf',
                  box(
                    'stbl',
                    box('stsz', u32(0, 10_000_000, 90_000)),
                    box('stsc', u32(0, 1, 1, 1, 1)),
                    box('stco', u32(0, 90_000), Buffer.alloc(360_000)),
                  ),
                ),
              ),
            ),
          ],
          data: Buffer.alloc(20_000_000),
        }),
    ],
  ])('%s, without buffering it', async (_what, make) => {
    const bytes = make()
    const path = join(folder, 'hostile')
    await writeFile(path, bytes)
    const before = process.memoryUsage().arrayBuffers
    await expect(inspectVideo({ path, size: bytes.length })).rejects.toMatchObject({
      problem: expect.stringMatching(/^(notAVideo|damaged)$/),
    })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30 * 1024 * 1024)
  })
})
