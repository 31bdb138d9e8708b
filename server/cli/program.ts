import { parseArgs, type ParseArgsConfig } from 'node:util'
import { EnvError } from '../env.ts'
import { isPassing } from '../imports/passing.ts'
import { CommandEnd } from '../operator/command.ts'

/**
 * Ends the program: 1 for what cannot be done, 2 for how it was called, 3 for what it has to be told first. Thrown, so that what closes in a `finally` does.
 * @throws always
 */
export function fail(sentence: string, code: 1 | 2 | 3 = 1): never {
  throw new CommandEnd(sentence, code)
}

/** The arguments; whatever does not fit ends the program with its usage. */
export function parsed<const T extends ParseArgsConfig>(config: T, usage: string): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch {
    return fail(usage, 2)
  }
}

/** What cannot be opened, or brought up to date, says so by a sentence of its own. */
export const opened = <T>(opening: Promise<T>): Promise<T> => opening.catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)))

/** Runs a program of the command line: what it fails for is a sentence on stderr and a code; only a fault of ours has a stack. */
export async function program(run: () => Promise<void>): Promise<void> {
  // Files of merchants, and of the database: nobody else's.
  process.umask(0o077)
  try {
    await run()
  } catch (error) {
    console.error(sentenceOf(error))
    // Not by itself: what could not be opened whole may hold the process.
    process.exit(error instanceof CommandEnd ? error.code : 1)
  }
}

function sentenceOf(error: unknown): unknown {
  if (error instanceof CommandEnd || error instanceof EnvError) return error.message
  return isPassing(error) ? `The database cannot be asked any more: ${(error as Error).message}` : error
}
