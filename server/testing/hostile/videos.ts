/** Small containers built byte by byte: valid except for their pictures, which can't be played. */

type Piece = Buffer | string | readonly Piece[]

export const bytesOf = (piece: Piece): Buffer =>
  typeof piece === 'string'
    ? Buffer.from(piece, 'latin1')
    : Buffer.isBuffer(piece)
      ? piece
      : Buffer.concat(piece.map(bytesOf))

export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, at) => bytes.writeUInt32BE(value, 4 * at))
  return bytes
}

/** Builds a box of an mp4. */
export function box(type: string, ...content: Piece[]): Buffer {
  const body = bytesOf(content)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}

const zeros = (length: number) => Buffer.alloc(length)
/** The year 2010 in the format's seconds, to check that it is removed. */
const made = 3_345_000_000

export interface Mp4 {
  seconds?: number
  /** Duration of the samples, if it differs from the header's. */
  sampleSeconds?: number
  handler?: string
  codec?: string
  brand?: string
  inMovie?: Piece[]
  inTrack?: Piece[]
  tracks?: Piece[]
  after?: Piece[]
  data?: Piece
}

/** Builds a track with one sample at an offset of the file. */
export function track({
  seconds = 2,
  sampleSeconds = seconds,
  handler = 'vide',
  codec = 'avc1',
  inTrack = [],
  at = 0,
  size = 4,
}: Mp4 & { at?: number; size?: number } = {}): Buffer {
  const entry = box(codec, zeros(24), Buffer.from([2, 128, 1, 224]), zeros(50))
  return box(
    'trak',
    box(
      'tkhd',
      u32(0, made, made, 1, 0, seconds * 1000),
      zeros(16),
      u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000),
      u32(640 << 16, 480 << 16),
    ),
    box(
      'mdia',
      box('mdhd', u32(0, made, made, 1000, seconds * 1000, 0)),
      box('hdlr', u32(0, 0), handler, zeros(12), 'Ada’s phone\0'),
      box(
        'minf',
        box('vmhd', zeros(12)),
        box('dinf', box('dref', u32(0, 1), box('url ', u32(1)))),
        box(
          'stbl',
          box('stsd', u32(0, 1), entry),
          box('stts', u32(0, 1, 1, sampleSeconds * 1000)),
          box('stsc', u32(0, 1, 1, 1, 1)),
          box('stsz', u32(0, 0, 1, size)),
          box('stco', u32(0, 1, at)),
        ),
      ),
    ),
    ...inTrack,
  )
}

/** Offset of the data in `mp4`, before moov. */
export const mp4DataAt = 32 + 8

export function mp4(about: Mp4 = {}): Buffer {
  const {
    seconds = 2,
    brand = 'isom',
    inMovie = [],
    tracks = [track({ at: mp4DataAt, ...about })],
    after = [],
    data = 'PICTUREsEcReTdata',
  } = about
  return bytesOf([
    box('ftyp', brand, u32(512), 'isomiso2avc1mp41'),
    box('mdat', data),
    box('moov', box('mvhd', u32(0, made, made, 1000, seconds * 1000, 0x10000), zeros(76)), ...tracks, ...inMovie),
    ...after,
  ])
}

/** Builds an mp4 like a browser's recording: samples in fragments, no duration in the header. */
export function fragmentedMp4(seconds: number): Buffer {
  const empty = box(
    'trak',
    box(
      'tkhd',
      u32(0, made, made, 1, 0, 0),
      zeros(16),
      u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000),
      u32(640 << 16, 480 << 16),
    ),
    box(
      'mdia',
      box('mdhd', u32(0, made, made, 1000, 0, 0)),
      box('hdlr', u32(0, 0), 'vide', zeros(13)),
      box(
        'minf',
        box('stbl', box('stsd', u32(0, 1), box('vp09', zeros(78))), box('stts', u32(0, 0)), box('stsz', u32(0, 0, 0))),
      ),
    ),
  )
  const fragment = (from: number) => [
    box(
      'moof',
      box('mfhd', u32(0, 1)),
      box('traf', box('tfhd', u32(0, 1)), box('tfdt', u32(0, from)), box('trun', u32(0x100, 1, 1000))),
    ),
    box('mdat', 'data'),
  ]
  return bytesOf([
    box('ftyp', 'iso5', u32(512), 'iso5'),
    box(
      'moov',
      box('mvhd', u32(0, made, made, 1000, 0, 0x10000), zeros(76)),
      box('mvex', box('trex', u32(0, 1, 1, 0, 0, 0))),
      empty,
    ),
    Array.from({ length: seconds }, (_none, second) => fragment(second * 1000)),
  ])
}

/** Encodes a variable-length number with the given length. */
function size(value: number, length = 4): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, Math.max(0, length - 6), Math.min(6, length))
  bytes[0] = (bytes[0] ?? 0) | (1 << (8 - length))
  return bytes
}

const idOf = (id: string): Buffer => Buffer.from(id, 'hex')

/** Builds an element of a WebM, by its id in hex. */
export function element(id: string, ...content: Piece[]): Buffer {
  const body = bytesOf(content)
  return Buffer.concat([idOf(id), size(body.length), body])
}

/** Builds an element of unknown length. */
export const endless = (id: string, ...content: Piece[]): Buffer =>
  Buffer.concat([idOf(id), Buffer.from('01ffffffffffffff', 'hex'), bytesOf(content)])

export interface Webm {
  /** Duration in the header; omitted without it, as in browsers' recordings. */
  seconds?: number | undefined
  lastSecond?: number
  codec?: string
  docType?: string
  live?: boolean
  inSegment?: Piece[]
  inCluster?: Piece[]
  inInfo?: Piece[]
  tracks?: Piece[]
}

export const webmTrack = ({
  number = 1,
  type = 1,
  codec = 'V_VP8',
}: { number?: number; type?: number; codec?: string } = {}): Buffer =>
  element(
    'ae',
    element('d7', Buffer.from([number])),
    element('83', Buffer.from([type])),
    element('536e', 'Ada’s camera'),
    element('86', codec),
    ...(type === 1 ? [element('e0', element('b0', Buffer.from([2, 128])), element('ba', Buffer.from([1, 224])))] : []),
  )

/** Builds a block of a track, by its milliseconds in the cluster. */
export const block = (number: number, at: number, data: Piece = 'data'): Buffer =>
  element('a3', Buffer.from([0x80 | number, at >> 8, at & 255, 0x80]), data)

export function webm({
  seconds = 2,
  lastSecond = 1,
  codec = 'V_VP8',
  docType = 'webm',
  live = false,
  inSegment = [],
  inCluster = [],
  inInfo = [],
  tracks = [webmTrack({ codec })],
}: Webm = {}): Buffer {
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE(seconds * 1000)
  const open = live ? endless : element
  return bytesOf([
    element('1a45dfa3', element('4286', Buffer.from([1])), element('4282', docType)),
    open(
      '18538067',
      element(
        '1549a966',
        element('2ad7b1', Buffer.from([0x0f, 0x42, 0x40])),
        ...(live ? [] : [element('4489', duration)]),
        element('4d80', 'Ada’s muxer'),
        ...inInfo,
      ),
      element('1654ae6b', ...tracks),
      open('1f43b675', element('e7', Buffer.from([0])), block(1, 0), ...inCluster),
      open('1f43b675', element('e7', u32(lastSecond * 1000)), block(1, 0)),
      ...inSegment,
    ),
  ])
}
