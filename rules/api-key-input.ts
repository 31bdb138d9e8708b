import { z } from 'zod'
import { KEY_SCOPES, maxKeyNameChars, maxOverlapHours } from './api-keys.ts'
import { oneOf, requiredLine, wholeNumber } from './validation.ts'

/** A new key. At least one scope; repeated ones count once. */
export const apiKeyInput = z.strictObject({
  name: requiredLine(maxKeyNameChars),
  scopes: z
    .array(oneOf(KEY_SCOPES), 'required')
    .min(1, 'required')
    .transform((scopes) => KEY_SCOPES.filter((scope) => scopes.includes(scope))),
})

/** A rotation: how long the old key still works. */
export const rotationInput = z.strictObject({ overlapHours: wholeNumber(0, maxOverlapHours).default(24) })
