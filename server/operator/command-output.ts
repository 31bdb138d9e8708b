/** Ends a command with a message for the operator. Exit code 1: it failed; 2: wrong arguments; 3: an answer is missing. */
export class CommandEnd extends Error {
  readonly code: 1 | 2 | 3
  constructor(sentence: string, code: 1 | 2 | 3 = 1) {
    super(sentence)
    this.code = code
  }
}

/** Where a command says what it does: on its own terminal, or on that of who has sent it to the running server. */
export interface CommandOutput {
  /** What was asked for. */
  print(line: string): void
  /** What is good to know beside it. */
  note(line: string): void
  progress(done: number, total: number): void
}

/** Whose work a command does: the shop by its domain, with and without the platform's ending. */
export const completeShopDomain = (shop: string): string => (shop.includes('.') ? shop : `${shop}.myshopify.com`)
