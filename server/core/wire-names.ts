import { InvalidInput, type Problem } from './errors.ts'

/** Parameter names by field of a service function's refusal. Among several names, the one in the request counts. */
export type WireNames = Readonly<Record<string, string | readonly string[]>>

/** Renames fields of a refusal to the caller's parameters: `statusFilter`, not `status.0`. */
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
  // A list in a query is one text, so the caller knows no position in it.
  return query ? name : [name, ...rest].join('.')
}
