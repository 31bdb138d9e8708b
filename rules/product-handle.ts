const mostChars = 255

/** Whether a text of a public address can be a product's handle. The database refuses texts with NUL, for all products of a statement. */
export const isHandle = (text: string): boolean =>
  text !== '' && text.length <= mostChars && text.isWellFormed() && !text.includes('\0')
