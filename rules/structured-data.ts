import { z } from 'zod'
import { parseJson } from './json.ts'

const rated = z.object({
  '@type': z.literal('Product'),
  name: z.string().min(1),
  aggregateRating: z.object({ ratingValue: z.number().min(1).max(5), reviewCount: z.number().int().min(1) }).optional(),
  review: z.array(z.object({ reviewRating: z.object({ ratingValue: z.number().min(1).max(5) }) })).optional(),
})

/** Whether a product's structured data (JSON-LD) has what Google requires to show stars: a name and a rating. */
export function hasValidRating(text: string): boolean {
  const { data } = rated.safeParse(parseJson(text))
  return data !== undefined && (data.aggregateRating !== undefined || (data.review ?? []).length > 0)
}
