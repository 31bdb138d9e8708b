import { iterateBoxes, dropBox, readFromBox, readTimes, type Box } from './iso-boxes.ts'
import { isShown, readTrack, type Track } from './iso-track.ts'
import { VideoRefused, type VideoFacts, type VideoFile } from './video-file.ts'

const pictureCodecs = new Set(['avc1', 'avc3', 'hvc1', 'hev1', 'av01', 'vp08', 'vp09'])
const soundCodecs = new Set(['mp4a', 'Opus', 'fLaC', 'ac-3', 'ec-3', '.mp3', 'alac'])
/** Brands of mp4 and QuickTime (qt), which phones record; pictures (heic, avif) have others. */
const brands = /^(qt {2}|iso[2-9m]|mp4[12]|avc1|M4V[ HP]|dash|msdh|MSNV|cmfc|3gp[4-7]|hvc1|av01)$/
/** A cut without re-encoding leaves a little more in the file than is shown. */
const cutSlackSeconds = 5

interface Movie {
  scale: number
  /** From mvhd and mehd. */
  seconds: number
  tracks: Track[]
  /** Default sample duration by track id. */
  defaults: Map<number, number>
  hasFragments: boolean
}

/**
 * Reads an mp4 and blanks in place everything that playing does not need. Only known boxes stay; `udta`, `meta` and
 * `uuid` with place, camera and comments go. Tracks other than picture and sound go with their samples.
 * @throws VideoRefused
 */
export async function readIsoMedia(file: VideoFile): Promise<VideoFacts> {
  let movie: Movie | null = null
  let hasData = false
  for await (const box of iterateBoxes(file, 0, file.size)) {
    if (box.start === 0) await requireBrand(file, box)
    else if (box.type === 'moov') {
      if (movie) throw new VideoRefused('damaged', 'it is two videos')
      movie = await readMovie(file, box)
    } else if (box.type === 'moof') {
      if (!movie) throw new VideoRefused('damaged', 'a fragment comes before its head')
      await readFragment(file, box, movie)
    } else if (box.type === 'mdat') hasData = true
    else if (!['sidx', 'styp'].includes(box.type)) await dropBox(file, box)
  }
  if (!movie || !hasData) throw new VideoRefused('damaged', 'it has no head or no pictures')
  return factsOf(movie)
}

async function requireBrand(file: VideoFile, box: Box): Promise<void> {
  const brand = box.type === 'ftyp' ? (await readFromBox(file, box, [0, 8])).toString('latin1', 0, 4) : ''
  if (!brands.test(brand) || box.end > 4096) throw new VideoRefused('notAVideo', 'its brand is none of an mp4')
  // The boxes are the same. Some browsers go by the brand.
  if (brand === 'qt  ') await file.write(box.body, Buffer.from('mp42'))
}

function factsOf({ seconds, tracks }: Movie): VideoFacts {
  const shown = tracks.filter(isShown)
  const picture = shown.find(({ handler }) => handler === 'vide')
  if (!picture) throw new VideoRefused('notAVideo', 'it has no picture')
  if (picture.samples === 0) throw new VideoRefused('damaged', 'it has no pictures')
  for (const { handler, codecs } of shown) {
    const known = handler === 'vide' ? pictureCodecs : soundCodecs
    if (codecs.length === 0 || codecs.some((codec) => !known.has(codec)))
      throw new VideoRefused('notAVideo', 'browsers do not play its codec')
  }
  const kept = Math.max(...shown.map((track) => track.seconds))
  const { width, height } = picture
  return {
    contentType: 'video/mp4',
    seconds: seconds > 0 && kept - seconds <= cutSlackSeconds ? seconds : kept,
    width,
    height,
  }
}

async function readMovie(file: VideoFile, moov: Box): Promise<Movie> {
  const movie: Movie = { scale: 1, seconds: 0, tracks: [], defaults: new Map(), hasFragments: false }
  for await (const box of iterateBoxes(file, moov.body, moov.end)) {
    if (box.type === 'mvhd') {
      const { scale, seconds } = await readTimes(file, box)
      Object.assign(movie, { scale, seconds })
    } else if (box.type === 'trak') {
      movie.tracks.push(await readTrack(file, box))
      if (movie.tracks.length > 32) throw new VideoRefused('damaged', 'it has too many tracks')
    } else if (box.type === 'mvex') await readDefaults(file, box, movie)
    else await dropBox(file, box)
  }
  return movie
}

async function readDefaults(file: VideoFile, mvex: Box, movie: Movie): Promise<void> {
  movie.hasFragments = true
  for await (const box of iterateBoxes(file, mvex.body, mvex.end)) {
    if (box.type === 'mehd') {
      const long = (await readFromBox(file, box, [0, 4]))[0] === 1
      const field = await readFromBox(file, box, [4, long ? 8 : 4])
      movie.seconds = Math.max(
        movie.seconds,
        (long ? Number(field.readBigUInt64BE(0)) : field.readUInt32BE(0)) / movie.scale,
      )
    } else if (box.type === 'trex') {
      const row = await readFromBox(file, box, [4, 12])
      movie.defaults.set(row.readUInt32BE(0), row.readUInt32BE(8))
    } else await dropBox(file, box)
  }
}

async function readFragment(file: VideoFile, moof: Box, movie: Movie): Promise<void> {
  if (!movie.hasFragments) throw new VideoRefused('damaged', 'it has fragments it does not speak of')
  for await (const box of iterateBoxes(file, moof.body, moof.end)) {
    if (box.type === 'traf') await readTrackFragment(file, box, movie)
    else if (box.type !== 'mfhd') await dropBox(file, box)
  }
}

const keptInFragment = new Set(['sdtp', 'sgpd', 'sbgp'])

async function readTrackFragment(file: VideoFile, traf: Box, movie: Movie): Promise<void> {
  let track: Track | undefined
  let [length, end] = [0, 0]
  for await (const box of iterateBoxes(file, traf.body, traf.end)) {
    if (box.type === 'tfhd') {
      const id = (await readFromBox(file, box, [4, 4])).readUInt32BE(0)
      track = movie.tracks.find((one) => one.id === id)
      // Fragments of removed tracks would have to be searched in the data; no camera writes them.
      if (!track || !isShown(track)) throw new VideoRefused('notAVideo', 'a fragment is neither picture nor sound')
      length = await defaultLength(file, box, movie.defaults.get(id) ?? 0)
    } else if (box.type === 'tfdt') {
      const long = (await readFromBox(file, box, [0, 4]))[0] === 1
      const field = await readFromBox(file, box, [4, long ? 8 : 4])
      end = Math.max(end, long ? Number(field.readBigUInt64BE(0)) : field.readUInt32BE(0))
    } else if (box.type === 'trun') {
      const run = await runOf(file, box, length)
      end += run.length
      if (track) track.samples += run.samples
    } else if (!keptInFragment.has(box.type)) await dropBox(file, box)
  }
  if (track) track.seconds = Math.max(track.seconds, end / track.scale)
}

async function defaultLength(file: VideoFile, tfhd: Box, fallback: number): Promise<number> {
  const flags = (await readFromBox(file, tfhd, [0, 4])).readUInt32BE(0)
  if ((flags & 0x8) === 0) return fallback
  const before = ((flags & 0x1) === 0 ? 0 : 8) + ((flags & 0x2) === 0 ? 0 : 4)
  return (await readFromBox(file, tfhd, [8 + before, 4])).readUInt32BE(0)
}

/** Returns the samples of a run and their total duration. */
async function runOf(file: VideoFile, trun: Box, fallback: number): Promise<{ samples: number; length: number }> {
  const head = await readFromBox(file, trun, [0, 8])
  const [flags, samples] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const width = [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0).length * 4
  const from = 8 + ((flags & 0x1) === 0 ? 0 : 4) + ((flags & 0x4) === 0 ? 0 : 4)
  if (trun.body + from + samples * width > trun.end) throw new VideoRefused('damaged', 'a run of samples is cut short')
  if ((flags & 0x100) === 0) return { samples, length: samples * fallback }
  let length = 0
  for (let row = 0; row < samples; row++) {
    file.step()
    length += (await readFromBox(file, trun, [from + row * width, 4])).readUInt32BE(0)
  }
  return { samples, length }
}
