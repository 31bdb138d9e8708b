let load: () => Promise<void> = () => Promise.resolve()

/** Says how the words of further pages are loaded; the start does, once. */
export function provideLaterWords(loadWords: () => Promise<void>): void {
  load = loadWords
}

/** Loads the words of further pages unless they are here. @throws when they do not arrive; the next call tries again */
export const laterWordsArrive = (): Promise<void> => load()
