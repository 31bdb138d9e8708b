import { z } from 'zod'
import { flag, wholeNumber } from '../validation.ts'
import { settingsDocument } from './document.ts'

const maxPoints = 100_000

const schema = z
  .object({
    integrated: flag.describe('Whether Joy is connected.'),
    enableReviewDiscount: flag.describe('Whether reviews earn points.'),
    pointsReview: wholeNumber(1, maxPoints).describe('Points for a review.'),
    pointsPhoto: wholeNumber(1, maxPoints).describe('Points for a review with a photo or video, instead of those.'),
    enableReviewRequest: flag.describe('Whether review requests name the points.'),
    enablePhotoReviewReminder: flag.describe('Whether photo reminders name the points.'),
  })
  .describe('Joy, the loyalty app (spec 3, Integrations).')
export type JoySettings = z.infer<typeof schema>

export const JOY = settingsDocument(
  schema,
  {
    integrated: false,
    enableReviewDiscount: false,
    pointsReview: 100,
    pointsPhoto: 150,
    enableReviewRequest: true,
    enablePhotoReviewReminder: true,
  },
  { kept: ['integrated'] },
)

/** Returns what a review earns, whatever its stars; null if reviews earn no points. */
export function findPoints(settings: JoySettings, { media }: { media: number }): number | null {
  const { integrated, enableReviewDiscount, pointsReview, pointsPhoto } = settings
  if (!integrated || !enableReviewDiscount) return null
  return media > 0 ? pointsPhoto : pointsReview
}

/** Where an email or form names the points. */
export type PointsPlace = 'review-reminder' | 'photo-reminder' | 'form'

/** Returns the points of a photo review that a place names. `photos` is 0 if every review earns them. */
export function findPromisedPoints(
  settings: JoySettings,
  place: PointsPlace,
): { points: number; photos: number } | null {
  const points = findPoints(settings, { media: 1 })
  const isNamed = {
    'review-reminder': settings.enableReviewRequest,
    'photo-reminder': settings.enablePhotoReviewReminder,
    form: true,
  }[place]
  if (points === null || !isNamed) return null
  return { points, photos: points === settings.pointsReview ? 0 : 1 }
}

/** Returns all that reviews can earn, the least demanding first; empty if nothing. */
export function listPointOffers(settings: JoySettings): { kind: 'any' | 'photo'; points: number }[] {
  const [review, photo] = [findPoints(settings, { media: 0 }), findPoints(settings, { media: 1 })]
  if (review === null || photo === null) return []
  return [{ kind: 'any', points: review }, ...(photo === review ? [] : [{ kind: 'photo' as const, points: photo }])]
}
