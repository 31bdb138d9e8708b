import { maxVideoBytes } from '../../../rules/limits.ts'
import { videoProblem } from '../../../rules/review-input.ts'
import type { Deps } from '../../core/context.ts'
import type { Fetched, FetchLimits } from '../../core/files/fetch-remote.ts'
import { saveVideo } from '../../core/files/unused-files.ts'
import { Uploads } from '../../core/files/uploads.ts'
import { VideoRefused } from '../../core/files/video/video-file.ts'
import { inspectVideo, type StoredVideo } from '../../core/files/video/videos.ts'
import { createUploadStream } from '../files/import-file.ts'

const limits: FetchLimits = {
  maxBytes: maxVideoBytes,
  timeoutMs: 45_000,
  accept: ['video/*', 'application/mp4', 'application/octet-stream', 'binary/octet-stream'],
}

/** A video that is valid but not accepted. */
export class VideoRejected extends Error {
  readonly problem: string
  constructor(problem: string) {
    super(`Video not kept: ${problem}`)
    this.name = 'VideoUnfit'
    this.problem = problem
  }
}

/**
 * Fetches a video and stores it like an upload: inspected, stripped of metadata, within size and length (decision
 * 0024). No poster is made.
 * @throws FetchRefused, VideoRefused, VideoUnfit
 */
export async function downloadVideo(
  deps: Deps,
  { shopId, sourceUrl }: { shopId: string; sourceUrl: string },
  fetch: (url: string, limits: FetchLimits) => Promise<Fetched>,
): Promise<StoredVideo> {
  const { bytes } = await fetch(sourceUrl, limits)
  const uploads = new Uploads()
  try {
    const upload = await uploads.receive(createUploadStream(bytes), { video: true })
    if (upload.kind !== 'video') throw new VideoRefused('notAVideo', 'it does not begin as one')
    const facts = await inspectVideo(upload)
    const problem = videoProblem({ size: upload.size, seconds: facts.seconds })
    if (problem) throw new VideoRejected(problem.code)
    return await saveVideo({ db: deps.access.forShop(shopId), files: deps.files }, shopId, { upload, facts })
  } finally {
    await uploads.drop()
  }
}
