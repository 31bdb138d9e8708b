const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether a text is an id as our rows have them: lower case, with its hyphens in their places. */
export const isUuid = (text: string): boolean => uuid.test(text)

const inAnyCase = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The same for what people and scripts send: the database takes capitals, too. */
export const isUuidInAnyCase = (text: string): boolean => inAnyCase.test(text)
