import { readFromBox, iterateRows, type Box } from './iso-boxes.ts'
import { VideoRefused, type VideoFile } from './video-file.ts'

/**
 * Overwrites the samples of a track with zeros, chunk by chunk. The tables are stsc (samples per chunk), stsz (sample
 * sizes), and stco or co64 (chunk offsets).
 * @throws VideoRefused when the tables do not agree
 */
export async function dropSamples(file: VideoFile, tables: ReadonlyMap<string, Box>): Promise<void> {
  const [sizes, runs] = [tables.get('stsz'), tables.get('stsc')]
  const offsets = tables.get('co64') ?? tables.get('stco')
  if (!sizes || !runs || !offsets) return
  const nextSize = await sampleSizes(file, sizes)
  const perChunk = await samplesPerChunk(file, runs)
  const long = offsets.type === 'co64'
  let chunk = 0
  for await (const row of iterateRows(file, offsets, { width: long ? 8 : 4 })) {
    chunk++
    const from = long ? Number(row.readBigUInt64BE(0)) : row.readUInt32BE(0)
    let length = 0
    for (let left = await perChunk(chunk); left > 0; left--) length += await nextSize()
    await file.blank(from, from + length)
  }
}

async function sampleSizes(file: VideoFile, box: Box): Promise<() => Promise<number>> {
  const head = await readFromBox(file, box, [4, 8])
  const [same, count] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  let left = count
  const rows = same === 0 ? iterateRows(file, box, { head: 8, width: 4 }) : null
  return async () => {
    file.step()
    if (left-- <= 0) throw new VideoRefused('damaged', 'a track has fewer samples than it says')
    if (!rows) return same
    const { value } = (await rows.next()) as IteratorResult<Buffer, undefined>
    if (!value) throw new VideoRefused('damaged', 'a track has fewer samples than it says')
    return value.readUInt32BE(0)
  }
}

/** Call the returned function for each chunk in order, from 1. */
async function samplesPerChunk(file: VideoFile, box: Box): Promise<(chunk: number) => Promise<number>> {
  const rows = iterateRows(file, box, { width: 12 })
  const next = async () => {
    const { value } = (await rows.next()) as IteratorResult<Buffer, undefined>
    return value ? { first: value.readUInt32BE(0), samples: value.readUInt32BE(4) } : null
  }
  let [run, following] = [await next(), await next()]
  return async (chunk) => {
    file.step()
    while (following && following.first <= chunk) [run, following] = [following, await next()]
    return run?.samples ?? 0
  }
}
