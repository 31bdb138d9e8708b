import { msg } from '@lingui/core/macro'

/** First and last names of example reviewers, typical of each language. */
export const exampleAuthors = [msg`Marta Kowalska`, msg`Jonas Weber`, msg`Aiko Sato`] as const
