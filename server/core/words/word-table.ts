/** Words of one part of the server. Explicit ids keep a catalog entry when its English sentence improves. */
export type WordTable = readonly { readonly id: string; readonly message: string }[]
