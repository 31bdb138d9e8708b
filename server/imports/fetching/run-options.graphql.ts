import { IMPORT_PHOTOS, IMPORT_REVIEWERS, IMPORT_SORTS, MINIMUM_RATINGS } from '../../../rules/marketplace-options.ts'
import type { builder } from '../../core/graphql/builder.ts'
import { enumOf } from '../../core/graphql/enums.ts'
import { MARKETPLACES } from '../marketplaces/marketplace.ts'

export const Marketplace = enumOf('Marketplace', MARKETPLACES)

type InputFields = Parameters<NonNullable<Parameters<typeof builder.inputType>[1]['fields']>>[0]

/** Input fields that select a marketplace's reviews for one run (spec 3). */
export const runOptionFields = (t: InputFields) => ({
  rating: t.field({
    type: enumOf('ImportRating', MINIMUM_RATINGS),
    description: 'Missing options come from the general setting.',
  }),
  sort: t.field({ type: enumOf('ImportSort', IMPORT_SORTS) }),
  photo: t.field({ type: enumOf('ImportPhoto', IMPORT_PHOTOS) }),
  reviewer: t.field({ type: enumOf('ImportReviewer', IMPORT_REVIEWERS), description: 'Amazon only.' }),
  maxReviews: t.int({ description: '1 to 100.' }),
})
