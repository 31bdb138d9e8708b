import { z } from 'zod'
import { runOptionsSchema } from '../../../rules/marketplace-options.ts'
import { oneOf } from '../../../rules/validation.ts'
import type { Ctx } from '../../core/context.ts'
import { parse } from '../../core/errors.ts'
import type { Upload } from './import-file.ts'
import { readMarketplaceOptions } from '../marketplaces/run-options.ts'
import { MARKETPLACES } from '../marketplaces/marketplace.ts'

/** Query parameters, so numbers are texts. */
export const uploadOptionsSchema = z.object({
  source: oneOf(MARKETPLACES).optional(),
  ...runOptionsSchema.shape,
  maxReviews: z.preprocess(
    (text) => (typeof text === 'string' && text.trim() !== '' ? Number(text) : text),
    runOptionsSchema.shape.maxReviews,
  ),
})

/**
 * Parses an upload's options: the marketplace, and which of its reviews to take. Missing options come from the general
 * setting.
 * @throws InvalidInput betweenEqual under `maxReviews`
 */
export async function parseUploadOptions(ctx: Ctx, query: unknown): Promise<Pick<Upload, 'marketplace' | 'options'>> {
  const { source, ...options } = parse(uploadOptionsSchema, query)
  return { ...(source && { marketplace: source }), options: await readMarketplaceOptions(ctx, options) }
}
