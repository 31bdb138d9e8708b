import { InvalidInput, type Problem } from './errors.ts'

/** What a row calls the fields that its service function names in a refusal. Of several names the one that the request uses counts. */
export type WireNames = Readonly<Record<string, string | readonly string[]>>

/** Runs a row's function; a refusal names the caller's own parameters: `statusFilter`, not `status.0`. */
export async function runWithWireNames<T>(
  names: WireNames,
  sent: { query?: object; body?: object },
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    const fields: Record<string, Problem> = {}
    for (const [path, problem] of Object.entries(error.fields)) fields[wirePath(names, path, sent)] ??= problem
    throw new InvalidInput(fields, error.code)
  }
}

function wirePath(names: WireNames, path: string, { query, body = {} }: { query?: object; body?: object }): string {
  const [field = '', ...rest] = path.split('.')
  const known = Object.hasOwn(names, field) ? names[field] : undefined
  if (known === undefined) return path
  const name =
    typeof known === 'string' ? known : (known.find((each) => Object.hasOwn(query ?? body, each)) ?? known[0] ?? field)
  // In a query a list is one text: the caller knows no position in it.
  return query ? name : [name, ...rest].join('.')
}
