/** LIKE's own signs are letters to the person who typed them; Prisma passes them through. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
