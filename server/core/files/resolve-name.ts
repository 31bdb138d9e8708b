import { Resolver } from 'node:dns/promises'

export interface Address {
  address: string
  family: number
}

/** The name does not exist or has no address record. */
export class NoSuchName extends Error {
  constructor(name: string) {
    super(`${name} has no address`)
    this.name = 'NoSuchName'
  }
}

/** Queries a silent server twice; a name fails after about five seconds. */
const queryLimits = { timeout: 2_000, tries: 2, maxTimeout: 3_000 }

/** Codes for "no address", as opposed to a failed query. */
const notFoundCodes = ['ENOTFOUND', 'ENODATA', 'EBADNAME']

/**
 * Resolves an untrusted name by its own DNS queries, without /etc/hosts and search domains. The system's lookup
 * (getaddrinfo) blocks a thread while a server is silent and cannot be cancelled. The file store and the mail server
 * share its few threads.
 * @throws NoSuchName, a system error (ETIMEOUT, ESERVFAIL ...), or the signal's reason
 */
export async function resolveName(name: string, signal: AbortSignal, servers?: readonly string[]): Promise<Address[]> {
  signal.throwIfAborted()
  // Resolved locally (RFC 6761): a name server could answer anything.
  if (/(^|\.)localhost\.?$/i.test(name)) return [{ address: '127.0.0.1', family: 4 }]
  // One per name, as cancelling ends all queries of a resolver.
  const resolver = new Resolver(queryLimits)
  if (servers) resolver.setServers(servers)
  const stop = () => resolver.cancel()
  signal.addEventListener('abort', stop)
  try {
    return addressesOf(name, await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]))
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Returns IPv4 addresses first, which every machine can reach; one kind is enough. */
function addressesOf(name: string, answers: readonly PromiseSettledResult<string[]>[]): Address[] {
  const addresses = answers.flatMap((answer, at) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
  )
  if (addresses.length > 0) return addresses
  const problems = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as NodeJS.ErrnoException] : [],
  )
  const passing = problems.find(({ code }) => !notFoundCodes.includes(code ?? ''))
  throw passing ?? new NoSuchName(name)
}
