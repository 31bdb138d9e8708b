let arriving: Promise<void> = Promise.resolve()

/** Says which words are still on their way; the start does, once. */
export function awaitLaterWords(words: Promise<void>): void {
  arriving = words
  // Whoever waits for them hears of the failure; nobody waiting is none.
  words.catch(() => undefined)
}

/** Resolves when the words of further pages are there. @throws when they did not arrive */
export const laterWordsArrive = (): Promise<void> => arriving
