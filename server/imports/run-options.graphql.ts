import { ImportPhoto, ImportRating, ImportReviewer, ImportSort } from '../general-settings/general-settings.graphql.ts'
import { builder } from '../graphql/builder.ts'
import { MARKETPLACES } from './marketplaces/marketplace.ts'

export const Marketplace = builder.enumType('Marketplace', { values: Object.fromEntries(MARKETPLACES.map((value) => [value.toUpperCase(), { value }])) })

type InputFields = Parameters<NonNullable<Parameters<typeof builder.inputType>[1]['fields']>>[0]

/** Which reviews of a marketplace one run takes (spec 3), as fields of an input. */
export const runOptionFields = (t: InputFields) => ({
  rating: t.field({ type: ImportRating, description: 'What is left out is as the general setting says.' }),
  sort: t.field({ type: ImportSort }),
  photo: t.field({ type: ImportPhoto }),
  reviewer: t.field({ type: ImportReviewer, description: 'Amazon only.' }),
  maxReviews: t.int({ description: '1 to 100.' }),
})

/** An input as a service takes it: a null is what GraphQL's clients send for what they leave out. */
export const given = (input: object): object => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
