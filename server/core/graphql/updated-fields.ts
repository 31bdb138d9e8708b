import type { InputFieldBuilder } from '@pothos/core'
import type { BuilderTypes } from './builder.ts'

/** Input fields of a filter by the last change, for programs that keep a copy. */
export const updatedFields = (t: InputFieldBuilder<BuilderTypes, 'InputObject'>) => ({
  updatedAfter: t.field({
    type: 'DateTime',
    description: 'Changed after this moment. To stay up to date, pass the start of your last reading less 5 minutes.',
  }),
  updatedBefore: t.field({ type: 'DateTime', description: 'Changed before this moment.' }),
})
