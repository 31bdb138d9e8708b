let load: () => Promise<void> = () => Promise.resolve()

/** Sets the function that loads the texts of further pages. Called once at the start. */
export function provideLaterWords(loadWords: () => Promise<void>): void {
  load = loadWords
}

/** Loads the texts of further pages, once. @throws if that fails; the next call retries */
export const laterWordsArrive = (): Promise<void> => load()
