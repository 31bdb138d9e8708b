/** Ends a command with a message. Exit code 1: it failed; 2: wrong arguments; 3: an answer is missing. */
export class CommandEnd extends Error {
  readonly code: 1 | 2 | 3
  constructor(sentence: string, code: 1 | 2 | 3 = 1) {
    super(sentence)
    this.code = code
  }
}

/** Output of a command: its own terminal, or that of the client who sent it to the running server. */
export interface CommandOutput {
  print(line: string): void
  note(line: string): void
  progress(done: number, total: number): void
}

/** Returns a shop's domain, adding the platform's ending if it is missing. */
export const completeShopDomain = (shop: string): string => (shop.includes('.') ? shop : `${shop}.myshopify.com`)
