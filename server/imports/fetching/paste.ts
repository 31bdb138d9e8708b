import { z } from 'zod'
import { maxImportFileBytes } from '../../../rules/limits.ts'
import { runOptionsSchema } from '../../../rules/marketplace-options.ts'
import { oneOf } from '../../../rules/validation.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, parse } from '../../core/errors.ts'
import type { Import } from '../../generated/prisma/client.ts'
import { createImport } from '../imports.ts'
import { looksLikeJson } from '../marketplaces/payload.ts'
import { MARKETPLACES } from '../marketplaces/marketplace.ts'
import { readMarketplaceOptions } from '../marketplaces/run-options.ts'

export const pasteSchema = z.object({
  /** A marketplace's JSON response or the HTML source of its page. */
  text: z.string('required').refine((text) => text.trim() !== '', 'required'),
  source: oneOf(MARKETPLACES),
  ...runOptionsSchema.shape,
})

/**
 * Stores and checks text copied from a marketplace, like an upload. For sites that block our requests. Saves no reviews
 * yet.
 * @throws InvalidInput under `text`, as readMarketplaceText, and otherMarketplace; betweenEqual under `maxReviews`
 */
export async function createImportFromText(ctx: Ctx, input: unknown): Promise<Import> {
  const { text, source, ...options } = parse(pasteSchema, input)
  const isPage = text.trimStart().startsWith('<')
  if (!isPage && !looksLikeJson(text)) throw new InvalidInput({ text: 'notMarketplaceReviews' })
  const bytes = Buffer.from(text.toWellFormed())
  if (bytes.length > maxImportFileBytes) throw new InvalidInput({ text: 'importFileTooLarge' })
  const name = `${source}.${isPage ? 'html' : 'json'}`
  return createImport(ctx, {
    name,
    bytes,
    marketplace: source,
    options: await readMarketplaceOptions(ctx, options),
  }).catch((error: unknown) => {
    throw error instanceof InvalidInput && error.fields.file ? new InvalidInput({ text: error.fields.file }) : error
  })
}
