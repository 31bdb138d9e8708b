import { parseArgs, type ParseArgsConfig } from 'node:util'
import { openDatabase, type Database } from '../core/database/open.ts'
import { EnvError, type Env } from '../core/env.ts'
import { isTemporary, readSqlState } from '../core/background/temporary-errors.ts'
import { CommandEnd } from './command-output.ts'

/**
 * Ends the program with a message. Exit code 1: it failed; 2: wrong arguments; 3: an answer is missing. Throws, so that `finally` blocks run.
 * @throws CommandEnd always
 */
export function fail(sentence: string, code: 1 | 2 | 3 = 1): never {
  throw new CommandEnd(sentence, code)
}

/** Parses the arguments. Invalid ones end the program with its usage. */
export function parseOptions<const T extends ParseArgsConfig>(
  config: T,
  usage: string,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch {
    return fail(usage, 2)
  }
}

/** Opens the database of a command, which may run beside a server. Commands bypass a pooler. */
export const openForCommand = ({
  DATABASE_URL,
  DATABASE_DIRECT_URL,
  DATA_DIR,
}: Pick<Env, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATA_DIR'>): Promise<Database> =>
  openOrFail(openDatabase({ url: DATABASE_DIRECT_URL ?? DATABASE_URL, dataDir: DATA_DIR, join: true }))

export const openOrFail = <T>(opening: Promise<T>): Promise<T> =>
  opening.catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)))

/** Runs a command-line program. Expected errors print one sentence and set the exit code; bugs print a stack trace. */
export async function runProgram(run: () => Promise<void>): Promise<void> {
  // Makes files of merchants and of the database private to this user.
  process.umask(0o077)
  try {
    await run()
  } catch (error) {
    console.error(describeError(error))
    // A half-opened resource could keep the process alive.
    process.exit(error instanceof CommandEnd ? error.code : 1)
  }
}

/** What the database refuses for reasons outside of Candor, by SQLSTATE. */
const refusals: Readonly<Record<string, string>> = {
  53100: "The database's disk is full. Free some space, then run the command again: it continues with what is missing.",
  53200: 'The database is out of memory. Run the command again when it has some.',
  25006: 'The database only answers reads. Set DATABASE_URL to the primary server.',
  42501: 'The user of DATABASE_URL lacks a right in the database. Give it those that docs/operations lists.',
}

function describeError(error: unknown): unknown {
  if (error instanceof CommandEnd || error instanceof EnvError) return error.message
  const refusal = refusals[readSqlState(error) ?? '']
  if (refusal) return refusal
  return isTemporary(error) ? `The connection to the database was lost: ${(error as Error).message}` : error
}
