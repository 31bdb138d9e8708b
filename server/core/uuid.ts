const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns whether a text is an id in our rows' form: lower case, with hyphens. */
export const isUuid = (text: string): boolean => uuid.test(text)

const inAnyCase = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Accepts capitals too, as the database does; for input of people and scripts. */
export const isUuidInAnyCase = (text: string): boolean => inAnyCase.test(text)
