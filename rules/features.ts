import { z } from 'zod'
import { maxFeatureTitleChars, maxWishChars } from './limits.ts'
import { oneOf, requiredLine, requiredText } from './validation.ts'

/** How far the operator is with a feature, in the order of the page; a finished one comes last. */
export const FEATURE_STATES = ['considered', 'planned', 'inProgress', 'done'] as const
export type FeatureState = (typeof FEATURE_STATES)[number]

/** A merchant's wish, in their own words. */
export const wishInput = z.strictObject({ text: requiredText(maxWishChars) })

export const featureVote = z.strictObject({ wanted: z.boolean({ error: 'valueInvalid' }) })

/** A feature as the operator adds it. */
export const featureInput = z.strictObject({
  title: requiredLine(maxFeatureTitleChars),
  text: requiredText(maxWishChars),
  state: oneOf(FEATURE_STATES).default('considered'),
})
