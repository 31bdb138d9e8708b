import { msg } from '@lingui/core/macro'

/** Names of invented reviewers: first and family name, as people of the language are called. */
export const exampleAuthors = [msg`Marta Kowalska`, msg`Jonas Weber`, msg`Aiko Sato`] as const
