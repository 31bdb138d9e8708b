/** Escapes LIKE's wildcards, which Prisma passes through. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
