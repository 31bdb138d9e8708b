/** Returns whether PostgreSQL's text can hold a value. A value with NUL is no row's id, and asking for it fails. */
export const isStorable = (text: string): boolean => !text.includes('\u0000')
