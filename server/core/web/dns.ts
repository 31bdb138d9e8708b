import { Resolver } from 'node:dns/promises'
import type { DatabaseAccess } from '../database/for-shop.ts'
import type { Env } from '../env.ts'
import { NoSuchName } from '../files/resolve-name.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

export const DNS_TYPES = ['A', 'AAAA', 'CNAME', 'MX', 'TXT'] as const
type DnsType = (typeof DNS_TYPES)[number]

export interface DnsPort {
  /**
   * Returns the records of a type, empty if the name has none of it. A TXT record is one text, an MX record is `10 mail.example.com`.
   * @throws NoSuchName if the name does not exist; any other error: no server answered in time
   */
  lookUp(name: string, type: DnsType): Promise<string[]>
}

const patience = { timeout: 3_000, tries: 2, maxTimeout: 3_000 }

function realDns(servers?: readonly string[]): DnsPort {
  return {
    async lookUp(name, type) {
      const resolver = new Resolver(patience)
      if (servers) resolver.setServers(servers)
      try {
        if (type === 'TXT') return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
        if (type === 'MX')
          return (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`)
        return await resolver.resolve(name, type)
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === 'ENODATA') return []
        throw code === 'ENOTFOUND' || code === 'EBADNAME' ? new NoSuchName(name) : error
      }
    },
  }
}

const keyOf = (name: string, type: string): string => `dns:${name.toLowerCase().replace(/\.$/, '')}:${type}`

/** Answers from the records of `POST /demo/dns`; any other name does not exist. */
function demoDns(access: DatabaseAccess): DnsPort {
  const db = access.acrossShops('the demo platform')
  return {
    async lookUp(name, type) {
      const rows = await db.demoState.findMany({ where: { key: { in: DNS_TYPES.map((each) => keyOf(name, each)) } } })
      if (rows.length === 0) throw new NoSuchName(name)
      return (rows.find(({ key }) => key === keyOf(name, type))?.value ?? []) as string[]
    },
  }
}

export async function setDemoRecords(
  access: DatabaseAccess,
  { name, type, values }: { name: string; type: DnsType; values: string[] },
): Promise<void> {
  const { demoState } = access.acrossShops('the demo platform')
  const key = keyOf(name, type)
  if (values.length === 0) await demoState.deleteMany({ where: { key } })
  else
    await demoState.upsert({
      where: { key },
      create: { key, value: values satisfies Prisma.InputJsonValue },
      update: { value: values },
    })
}

export const openDns = (env: Pick<Env, 'CANDOR_MODE'>, access: DatabaseAccess): DnsPort =>
  env.CANDOR_MODE === 'demo' ? demoDns(access) : realDns()
