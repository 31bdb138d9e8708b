import {
  requireClosed,
  dropElement,
  readElement,
  iterateElements,
  readFloat,
  readText,
  readUnsigned,
  readTrackNumber,
  type Closed,
  type Element,
} from './ebml.ts'
import { VideoRefused, type VideoFacts, type VideoFile } from './video-file.ts'

const ids = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  cues: 0x1c53bb6b,
  tags: 0x1254c367,
  attachments: 0x1941a469,
  chapters: 0x1043a770,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  track: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codec: 0x86,
  trackName: 0x536e,
  picture: 0xe0,
  width: 0xb0,
  height: 0xba,
  encodings: 0x6d80,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  blockDuration: 0x9b,
  position: 0xa7,
  previousSize: 0xab,
} as const

/** Ids that end a cluster of unknown length. */
const ofSegment: ReadonlySet<number> = new Set([
  ids.seekHead,
  ids.info,
  ids.tracks,
  ids.cluster,
  ids.cues,
  ids.tags,
  ids.attachments,
  ids.chapters,
])
const ofHeader: ReadonlySet<number> = new Set([0x4286, 0x42f7, 0x42f2, 0x42f3, ids.docType, 0x4287, 0x4285])
const codecs = new Set(['V_VP8', 'V_VP9', 'V_AV1', 'A_OPUS', 'A_VORBIS'])
const pictureType = 1
const soundType = 2

interface Recording {
  scale: number
  duration: number
  lastTick: number
  /** Track number to whether it is the picture. */
  tracks: Map<number, boolean>
  width: number
  height: number
  pictures: number
}

/**
 * Reads a WebM and blanks in place everything that playing does not need: tags, attachments, chapters, titles, dates,
 * program names. Blanks tracks other than picture and sound too.
 * @throws VideoRefused
 */
export async function readWebm(file: VideoFile): Promise<VideoFacts> {
  const header = requireClosed(await readElement(file, 0, file.size))
  await readHeader(file, header)
  const segment = await readElement(file, header.end, file.size)
  if (segment.id !== ids.segment || (segment.end ?? file.size) !== file.size)
    throw new VideoRefused('damaged', 'it is not one recording')
  const recording: Recording = {
    scale: 1_000_000,
    duration: 0,
    lastTick: 0,
    tracks: new Map(),
    width: 0,
    height: 0,
    pictures: 0,
  }
  for (let at = segment.body; at < file.size;) {
    const element = await readElement(file, at, file.size)
    at =
      element.id === ids.cluster
        ? await readCluster(file, element, recording)
        : await readPart(file, requireClosed(element), recording)
  }
  if (![...recording.tracks.values()].includes(true)) throw new VideoRefused('notAVideo', 'it has no picture')
  if (recording.pictures === 0) throw new VideoRefused('damaged', 'it has no pictures')
  const { width, height, scale, duration, lastTick } = recording
  return { contentType: 'video/webm', seconds: (Math.max(duration, lastTick) * scale) / 1e9, width, height }
}

async function readHeader(file: VideoFile, header: Closed): Promise<void> {
  if (header.id !== ids.header || header.end > 4096) throw new VideoRefused('notAVideo', 'it does not begin as one')
  let type = ''
  for await (const element of iterateElements(file, header)) {
    if (element.id === ids.docType) type = await readText(file, element)
    else if (!ofHeader.has(element.id)) await dropElement(file, element)
  }
  if (type !== 'webm') throw new VideoRefused('notAVideo', 'it is another kind of Matroska')
}

/** Returns the start of the next part. */
async function readPart(file: VideoFile, element: Closed, recording: Recording): Promise<number> {
  if (element.id === ids.info) await readInfo(file, element, recording)
  else if (element.id === ids.tracks) await readTracks(file, element, recording)
  else if (element.id !== ids.seekHead && element.id !== ids.cues) await dropElement(file, element)
  return element.end
}

async function readInfo(file: VideoFile, info: Closed, recording: Recording): Promise<void> {
  for await (const element of iterateElements(file, info)) {
    if (element.id === ids.timestampScale) recording.scale = await readUnsigned(file, element)
    else if (element.id === ids.duration) recording.duration = await readFloat(file, element)
    // These two elements are required, but may be empty.
    else if (element.id === ids.muxingApp || element.id === ids.writingApp) await file.blank(element.body, element.end)
    else await dropElement(file, element)
  }
  if (recording.scale === 0) throw new VideoRefused('damaged', 'it has no time scale')
}

async function readTracks(file: VideoFile, tracks: Closed, recording: Recording): Promise<void> {
  for await (const element of iterateElements(file, tracks)) {
    if (element.id !== ids.track || !(await readTrack(file, element, recording))) await dropElement(file, element)
  }
}

async function readTrack(file: VideoFile, entry: Closed, recording: Recording): Promise<boolean> {
  let [number, type, codec, encoded] = [0, 0, '', false]
  let picture: Closed | null = null
  for await (const element of iterateElements(file, entry)) {
    if (element.id === ids.trackNumber) number = await readUnsigned(file, element)
    else if (element.id === ids.trackType) type = await readUnsigned(file, element)
    else if (element.id === ids.codec) codec = await readText(file, element)
    else if (element.id === ids.picture) picture = element
    else if (element.id === ids.encodings) encoded = true
    else if (element.id === ids.trackName) await dropElement(file, element)
  }
  if (type !== pictureType && type !== soundType) return false
  if (!codecs.has(codec) || codec.startsWith('V') !== (type === pictureType) || encoded)
    throw new VideoRefused('notAVideo', 'browsers do not play its codec')
  recording.tracks.set(number, type === pictureType)
  if (recording.tracks.size > 32) throw new VideoRefused('damaged', 'it has too many tracks')
  if (picture) await readPicture(file, picture, recording)
  return true
}

async function readPicture(file: VideoFile, picture: Closed, recording: Recording): Promise<void> {
  for await (const element of iterateElements(file, picture)) {
    if (element.id === ids.width) recording.width = Math.min(await readUnsigned(file, element), 65_535)
    if (element.id === ids.height) recording.height = Math.min(await readUnsigned(file, element), 65_535)
  }
}

/** Returns the cluster's end: by its size, or at the next segment element. */
async function readCluster(file: VideoFile, cluster: Element, recording: Recording): Promise<number> {
  const end = cluster.end ?? file.size
  let [at, tick] = [cluster.body, 0]
  while (at < end) {
    const element = await readElement(file, at, end)
    if (cluster.end === null && ofSegment.has(element.id)) return at
    const part = requireClosed(element)
    if (part.id === ids.timestamp) tick = await readUnsigned(file, part)
    else if (part.id === ids.simpleBlock) await readBlock(file, part, { recording, tick })
    else if (part.id === ids.blockGroup) await readGroup(file, part, { recording, tick })
    else if (part.id !== ids.position && part.id !== ids.previousSize) await dropElement(file, part)
    at = part.end
  }
  return end
}

interface InCluster {
  recording: Recording
  tick: number
}

async function readGroup(file: VideoFile, group: Closed, where: InCluster): Promise<void> {
  let [tick, length] = [0, 0]
  for await (const element of iterateElements(file, group)) {
    if (element.id === ids.block) tick = await readBlock(file, element, where)
    if (element.id === ids.blockDuration) length = await readUnsigned(file, element)
  }
  where.recording.lastTick = Math.max(where.recording.lastTick, tick + length)
}

/** Returns the block's time. Blanks a block of a removed track. */
async function readBlock(file: VideoFile, block: Closed, { recording, tick }: InCluster): Promise<number> {
  const head = await file.at(block.body, Math.min(8, block.end - block.body))
  const [track, length] = readTrackNumber(head)
  if (head.length < length + 3) throw new VideoRefused('damaged', 'a block is cut short')
  const isPicture = recording.tracks.get(track)
  if (isPicture === undefined) {
    await dropElement(file, block)
    return 0
  }
  if (isPicture) recording.pictures++
  const at = tick + head.readInt16BE(length)
  recording.lastTick = Math.max(recording.lastTick, at)
  return at
}
