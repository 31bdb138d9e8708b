import {
  maxReviewImageBytes,
  maxReviewImages,
  maxReviewVideos,
  maxVideoBytes,
  maxVideoSeconds,
} from '../../../rules/limits.ts'
import { allows } from '../../../rules/plans.ts'
import { reviewImageAccept, reviewVideoAccept } from '../../../rules/media-types.ts'
import type { FileField } from '../../../client/storefront/widgets/forms/form.ts'
import type { Shop } from '../../generated/prisma/client.ts'
import { word, type WordId } from '../words/words.ts'
import { assetPath, type AssetSource } from './assets.ts'

const megabyte = 1024 * 1024

interface Place {
  locale: string | null
  /** Candor's origin, for a page on another one. */
  origin?: string
  hint: 'form.photosHint' | 'widget.form.photosHint'
  /** What photos earn, as a sentence. */
  reward?: string | null
}

interface AllowedFiles {
  photos: boolean
  videos: boolean
}

/** Returns the file field of a shopper's form, with the rules and sentences for client/storefront/photos.ts. */
export function fileField(
  { plan }: Pick<Shop, 'plan'>,
  { locale, origin = '', hint, reward }: Place,
  allowed: AllowedFiles = { photos: true, videos: true },
): FileField {
  const say = (id: WordId, params?: Record<string, string | number>) => word(locale, id, params)
  const address = (source: AssetSource) => `${origin}${assetPath(source)}`
  const { photos } = allowed
  const videos = takesVideos(plan, allowed)
  const [megabytes, seconds] = [maxVideoBytes / megabyte, maxVideoSeconds]
  const hints = [
    ...(photos ? [say(hint, { count: maxReviewImages, megabytes: maxReviewImageBytes / megabyte })] : []),
    ...(videos ? [say('widget.form.videoHint', { seconds, megabytes })] : []),
  ]
  return {
    accept: [...(photos ? [reviewImageAccept] : []), ...(videos ? [reviewVideoAccept] : [])].join(),
    label: say(!videos ? 'widget.form.photos' : photos ? 'widget.form.media' : 'widget.form.video'),
    hint: [...(photos && reward ? [reward] : []), ...hints].join('. '),
    add: say(photos ? 'form.photos.send' : 'widget.form.video'),
    data: {
      'candor-script': address('photos.ts'),
      most: photos ? maxReviewImages : 0,
      bytes: maxReviewImageBytes,
      'wrong-type': say('form.problem.invalidFileType'),
      heic: say('form.problem.heicPhoto'),
      'too-large': say('form.problem.invalidFileSize'),
      'too-many': say('form.problem.uploadLimitReached'),
      remove: say('form.photoRemove', { name: '{name}' }),
      uploading: say('widget.form.uploading'),
      saving: say('widget.form.saving'),
      stop: say('widget.form.stop'),
      ...(videos
        ? {
            videos: maxReviewVideos,
            'video-bytes': maxVideoBytes,
            'video-seconds': maxVideoSeconds,
            poster: address('poster.ts'),
            'video-large': say('form.problem.videoTooLarge', { megabytes }),
            'video-long': say('form.problem.videoTooLong', { seconds }),
          }
        : {}),
    },
  }
}

export const canUploadFiles = ({ plan }: Pick<Shop, 'plan'>, allowed: AllowedFiles): boolean =>
  allowed.photos || takesVideos(plan, allowed)

const takesVideos = (plan: string, { videos }: AllowedFiles): boolean => videos && allows(plan, 'videoReviews')
