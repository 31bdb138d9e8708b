/** Words of one part of the server: explicit ids, so that a catalog entry survives a better English sentence. */
export type WordTable = readonly { readonly id: string; readonly message: string }[]
