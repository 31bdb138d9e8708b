declare module 'stopword' {
  /** Frequent words without a meaning of their own, by ISO 639-3 code. */
  export const ara: string[],
    deu: string[],
    eng: string[],
    fra: string[],
    heb: string[],
    ita: string[],
    jpn: string[],
    kor: string[],
    nld: string[],
    por: string[],
    porBr: string[],
    spa: string[],
    zho: string[]
}
