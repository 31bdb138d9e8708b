import { Resolver } from 'node:dns/promises'

export interface Address {
  address: string
  family: number
}

/** The name has no address: it does not exist, or has no such record. */
export class NoSuchName extends Error {
  constructor(name: string) {
    super(`${name} has no address`)
    this.name = 'NoSuchName'
  }
}

/** A silent server is asked twice, and its name given up after five seconds or so. */
const queryLimits = { timeout: 2_000, tries: 2, maxTimeout: 3_000 }

/** What says that there is no address, not that none was told this time. */
const notFoundCodes = ['ENOTFOUND', 'ENODATA', 'EBADNAME']

/**
 * The addresses of a name from outside. It is asked for over the network by ourselves: the system's lookup (getaddrinfo) keeps a
 * thread of the process while a server is silent, cannot be called off, and there are two for all, the store's and the mail server's among them.
 * Hence /etc/hosts and search domains count for nothing: a name of the public web needs neither.
 * @throws NoSuchName, a system error (ETIMEOUT, ESERVFAIL ...), or the signal's reason
 */
export async function resolveName(name: string, signal: AbortSignal, servers?: readonly string[]): Promise<Address[]> {
  signal.throwIfAborted()
  // Never asked of others (RFC 6761), who might answer anything.
  if (/(^|\.)localhost\.?$/i.test(name)) return [{ address: '127.0.0.1', family: 4 }]
  // One for each name: calling off ends all that a resolver is asked.
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

/** Those of IPv4 first, which every machine can reach; one kind is enough. */
function addressesOf(name: string, answers: readonly PromiseSettledResult<string[]>[]): Address[] {
  const told = answers.flatMap((answer, at) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
  )
  if (told.length > 0) return told
  const problems = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as NodeJS.ErrnoException] : [],
  )
  const passing = problems.find(({ code }) => !notFoundCodes.includes(code ?? ''))
  throw passing ?? new NoSuchName(name)
}
