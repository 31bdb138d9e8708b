interface Addresses {
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATABASE_READ_URL?: string | undefined
}

/** Writes a sentence about each database address that equals DATABASE_URL but must differ. */
export function listEqualDatabases(env: Addresses): string[] {
  const isSame = (url: string | undefined) =>
    url !== undefined && env.DATABASE_URL !== undefined && addressOf(url) === addressOf(env.DATABASE_URL)
  return [
    ...(isSame(env.DATABASE_DIRECT_URL)
      ? ['DATABASE_DIRECT_URL must be the database server itself, not the pooler of DATABASE_URL.']
      : []),
    ...(isSame(env.DATABASE_READ_URL)
      ? ['DATABASE_READ_URL must be the address of a standby, not that of DATABASE_URL.']
      : []),
  ]
}

/** Host, port and database. A socket's folder stands in the query. */
function addressOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? hostname}:${searchParams.get('port') ?? (port || '5432')}${pathname}`
}
