/** Data that the browser reads from a video before upload. */
interface VideoInfo {
  /** A frame near the start; null if the browser can't draw it. */
  poster: Blob | null
  /** Null if the file doesn't say, as in recordings of a browser. */
  seconds: number | null
}

/** Longest side of a poster in pixels, its quality, and the timeout for drawing it. */
const longest = 1280
const quality = 0.85
const patienceMs = 10_000
const unknown: VideoInfo = { poster: null, seconds: null }

/**
 * Loads a video without showing it. Never rejects: a video that this browser can't play is uploaded without a poster.
 */
export function readVideoInfo(file: Blob): Promise<VideoInfo> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  const address = URL.createObjectURL(file)
  return new Promise<VideoInfo>((resolve) => {
    const timer = setTimeout(() => resolve(unknown), patienceMs)
    const end = (look: VideoInfo) => {
      clearTimeout(timer)
      resolve(look)
    }
    const seconds = () => (Number.isFinite(video.duration) ? video.duration : null)
    video.onerror = () => end(unknown)
    // Skip the very start, which is often black.
    video.onloadeddata = () => {
      video.currentTime = Math.min(0.5, (seconds() ?? 0) / 2)
    }
    video.onseeked = () =>
      void frame(video).then(
        (poster) => end({ poster, seconds: seconds() }),
        () => end({ poster: null, seconds: seconds() }),
      )
    video.src = address
  }).finally(() => {
    video.onseeked = video.onloadeddata = video.onerror = null
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(address)
  })
}

function frame(video: HTMLVideoElement): Promise<Blob | null> {
  const scale = Math.min(1, longest / Math.max(video.videoWidth, video.videoHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
