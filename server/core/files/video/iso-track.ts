import { iterateBoxes, dropBox, dropDates, readFromBox, iterateRows, readTimes, type Box } from './iso-boxes.ts'
import { dropSamples } from './iso-samples.ts'
import { VideoRefused, type VideoFile } from './video-file.ts'

/** A track of an mp4: picture, sound or something else. */
export interface Track {
  id: number
  handler: string
  scale: number
  /** The longer of its header's and its samples' duration; 0 if its samples are in fragments. */
  seconds: number
  samples: number
  width: number
  height: number
  codecs: string[]
}

interface Reading {
  file: VideoFile
  track: Track
  tables: Map<string, Box>
}

type Reader = (reading: Reading, box: Box) => Promise<void>

/** Boxes kept in a track, and their readers; other boxes become `free`. */
const inTrack: Readonly<Record<string, Reader | null>> = {
  tkhd: readHead,
  edts: null,
  tref: null,
  mdia: (reading, box) => readBoxes(reading, box, inMedia),
}
const inMedia: typeof inTrack = {
  mdhd: async ({ file, track }, box) => {
    const { scale, seconds } = await readTimes(file, box)
    track.scale = scale
    track.seconds = Math.max(track.seconds, seconds)
  },
  hdlr: readHandler,
  minf: (reading, box) =>
    readBoxes(reading, box, {
      vmhd: null,
      smhd: null,
      nmhd: null,
      hmhd: null,
      gmhd: null,
      stbl: readTables,
      dinf: (inner, dinf) => readBoxes(inner, dinf, { dref: readPlaces }),
    }),
}
const inTables: typeof inTrack = {
  stsd: readCodecs,
  stts: readLengths,
  ctts: null,
  cslg: null,
  stss: null,
  stsh: null,
  sdtp: null,
  stdp: null,
  sgpd: null,
  sbgp: null,
  stsz: readSizes,
  stz2: null,
  stsc: null,
  stco: null,
  co64: null,
}

/** Reads a trak box and removes a track that is neither picture nor sound. @throws VideoRefused */
export async function readTrack(file: VideoFile, box: Box): Promise<Track> {
  const track: Track = { id: 0, handler: '', scale: 1, seconds: 0, samples: 0, width: 0, height: 0, codecs: [] }
  const reading: Reading = { file, track, tables: new Map() }
  await readBoxes(reading, box, inTrack)
  // Phones add spatial sound, which browsers don't play, beside the usual track.
  if (track.codecs.every((codec) => codec === 'apac')) track.handler = ''
  if (isShown(track)) return track
  // A camera's GPS positions may be a separate track.
  await dropSamples(file, reading.tables)
  await dropBox(file, box)
  return track
}

export const isShown = ({ handler }: Track): boolean => handler === 'vide' || handler === 'soun'

async function readBoxes(reading: Reading, parent: Box, kept: typeof inTrack): Promise<void> {
  for await (const box of iterateBoxes(reading.file, parent.body, parent.end)) {
    if (!Object.hasOwn(kept, box.type)) await dropBox(reading.file, box)
    else await kept[box.type]?.(reading, box)
  }
}

async function readTables(reading: Reading, box: Box): Promise<void> {
  for await (const table of iterateBoxes(reading.file, box.body, box.end)) {
    if (!Object.hasOwn(inTables, table.type)) {
      await dropBox(reading.file, table)
      continue
    }
    reading.tables.set(table.type, table)
    await inTables[table.type]?.(reading, table)
  }
}

async function readHead({ file, track }: Reading, box: Box): Promise<void> {
  const long = await dropDates(file, box)
  track.id = (await readFromBox(file, box, [long ? 20 : 12, 4])).readUInt32BE(0)
  const matrix = await readFromBox(file, box, [long ? 52 : 40, 44])
  const [width, height] = [matrix.readUInt16BE(36), matrix.readUInt16BE(40)]
  // A phone held upright: the first row of the matrix turns x into y.
  const turned = matrix.readInt32BE(0) === 0 && matrix.readInt32BE(4) !== 0
  Object.assign(track, turned ? { width: height, height: width } : { width, height })
}

async function readHandler({ file, track }: Reading, box: Box): Promise<void> {
  track.handler = (await readFromBox(file, box, [8, 4])).toString('latin1')
  // Blanks the name, which identifies the device or the program.
  await file.blank(Math.min(box.body + 24, box.end), box.end)
}

/** A sample entry is a box whose type is the codec. */
async function readCodecs({ file, track }: Reading, box: Box): Promise<void> {
  for await (const entry of iterateBoxes(file, box.body + 8, box.end)) {
    track.codecs.push(entry.type)
    if (track.codecs.length > 8) throw new VideoRefused('damaged', 'a track has too many codecs')
  }
}

async function readLengths({ file, track }: Reading, box: Box): Promise<void> {
  let length = 0
  for await (const row of iterateRows(file, box, { width: 8 })) length += row.readUInt32BE(0) * row.readUInt32BE(4)
  track.seconds = Math.max(track.seconds, length / track.scale)
}

async function readSizes({ file, track }: Reading, box: Box): Promise<void> {
  track.samples += (await readFromBox(file, box, [8, 4])).readUInt32BE(0)
}

/** Refuses samples stored at another URL, which players would request. */
async function readPlaces({ file }: Reading, box: Box): Promise<void> {
  for await (const place of iterateBoxes(file, box.body + 8, box.end)) {
    const flags = (await readFromBox(file, place, [0, 4])).readUInt32BE(0)
    if ((flags & 1) === 0) throw new VideoRefused('notAVideo', 'its samples lie elsewhere')
  }
}
