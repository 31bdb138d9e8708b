const mostChars = 255

/** Whether a text of a public address can be a handle. One NUL would make the whole statement fail. */
export const isHandle = (text: string): boolean =>
  text !== '' && text.length <= mostChars && text.isWellFormed() && !text.includes('\0')
