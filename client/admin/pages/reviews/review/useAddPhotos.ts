import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import {
  maxReviewImageBytes,
  maxReviewImages,
  maxReviewVideos,
  maxVideoBytes,
  maxVideoSeconds,
} from '../../../../../rules/limits.ts'
import { isHeicType, REVIEW_IMAGE_TYPES, REVIEW_VIDEO_TYPES } from '../../../../../rules/media-types.ts'
import { allows } from '../../../../../rules/plans.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useToast } from '../../../shell/toasts.tsx'
import { useRest } from '../../../shell/relay/useRest.ts'
import { useViewer } from '../../../shell/frame/viewer.tsx'

const megabyte = 1024 * 1024

export const isVideo = ({ type }: File): boolean => REVIEW_VIDEO_TYPES.some((known) => known === type)

/** Returns the accepted content types (spec 5; videos by plan). */
export function useMediaTypes(): readonly string[] {
  const { shop } = useViewer()
  return allows(shop.plan, 'videoReviews') ? [...REVIEW_IMAGE_TYPES, ...REVIEW_VIDEO_TYPES] : REVIEW_IMAGE_TYPES
}

/** Returns an error with the file's name if its type or size is invalid (spec 5), else null. */
export function usePhotoProblem(): (file: File) => string | null {
  const { t, i18n } = useLingui()
  const types = useMediaTypes()
  return (file) => {
    const { name } = file
    if (isHeicType(file.type)) return `${name}: ${formatSentence(i18n, 'heicPhoto')}`
    if (!types.includes(file.type))
      return types.some((type) => type.startsWith('video/'))
        ? t`${name} isn’t supported. Use a JPEG, PNG, WebP, AVIF, or GIF photo, or an MP4, MOV, or WebM video.`
        : t`${name} isn’t supported. Use a JPEG, PNG, WebP, AVIF, or GIF photo.`
    if (isVideo(file))
      return file.size > maxVideoBytes
        ? `${name}: ${formatSentence(i18n, 'videoTooLarge', { megabytes: maxVideoBytes / megabyte })}`
        : null
    return file.size > maxReviewImageBytes ? `${name}: ${formatSentence(i18n, 'invalidFileSize')}` : null
  }
}

/** Numbers of photos and videos. */
export interface Media {
  photos: number
  videos: number
}

/** Returns the first files that fit beside those that the review has. */
export function withinRoom(files: readonly File[], there: Media): File[] {
  const left = { photos: maxReviewImages - there.photos, videos: maxReviewVideos - there.videos }
  return files.filter((file) => left[isVideo(file) ? 'videos' : 'photos']-- > 0)
}

/**
 * Makes the upload form of a file. Adds a frame of a video, drawn by the browser, because the server can't decode
 * videos.
 */
async function formOf(file: File): Promise<{ form: FormData; seconds: number }> {
  const form = new FormData()
  form.set('file', file)
  if (!isVideo(file)) return { form, seconds: 0 }
  const { readVideoInfo } = await import('../../../../storefront/poster.ts')
  const { poster, seconds } = await readVideoInfo(file)
  if (poster) form.set('poster', poster, 'poster.jpg')
  return { form, seconds: seconds ?? 0 }
}

/**
 * Uploads pictures and videos to an editable review, one after another. Says how many were added and why others were
 * not.
 */
export function useAddPhotos() {
  const { t, i18n } = useLingui()
  const rest = useRest()
  const toast = useToast()
  const [adding, setAdding] = useState(false)
  const send = async (reviewId: string, file: File): Promise<{ ok: true } | { ok: false; message: string }> => {
    const { form, seconds } = await formOf(file)
    if (Math.round(seconds) > maxVideoSeconds)
      return { ok: false, message: formatSentence(i18n, 'videoTooLong', { seconds: maxVideoSeconds }) }
    return rest.upload(`/reviews/${encodeURIComponent(reviewId)}/media`, form)
  }
  const add = async (reviewId: string, files: readonly File[]): Promise<void> => {
    if (files.length === 0) return
    setAdding(true)
    let refusal: string | null = null
    const added: File[] = []
    for (const file of files) {
      const outcome = await send(reviewId, file)
      if (outcome.ok) added.push(file)
      else refusal = `${file.name}: ${outcome.message}`
    }
    setAdding(false)
    if (added.length > 0)
      toast(
        added.some(isVideo)
          ? t`${plural(added.length, { one: '# file added', other: '# files added' })}`
          : t`${plural(added.length, { one: '# photo added', other: '# photos added' })}`,
      )
    if (refusal) toast(refusal, { isError: true })
  }
  return { add, adding }
}
