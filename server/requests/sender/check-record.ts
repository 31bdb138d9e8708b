import getDmarcRecord from 'mailauth/lib/dmarc/get-dmarc-record.js'
import { spf } from 'mailauth/lib/spf/index.js'
import { compareRecord, isPolicy, isSpf, joinSpf, parseSenderDomain, type SenderRecord } from '../../../rules/sender.ts'
import type { Ctx } from '../../core/context.ts'
import { NoSuchName } from '../../core/files/resolve-name.ts'
import { DNS_TYPES } from '../../core/web/dns.ts'

type Dns = Ctx['dns']
type LookUp = (name: string, type: string) => Promise<string[]>

/** Compares a sender's record with the domain name system. Status `unknown`: no server answered. */
export async function checkRecord({ dns }: Pick<Ctx, 'dns'>, record: SenderRecord): Promise<SenderRecord> {
  try {
    if (record.kind === 'spf') return await checkSpf(dns, record)
    if (record.kind === 'dmarc') return await checkDmarc(dns, record)
    return compareRecord(record, await findAnswers(dns, record.name, record.type))
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    return { ...record, status: 'unknown' }
  }
}

/** Every error of a DNS port other than NoSuchName: no server answered. */
class Unanswered extends Error {}

async function findAnswers(dns: Dns, name: string, type: SenderRecord['type']): Promise<string[]> {
  return dns.lookUp(name, type).catch((error: unknown) => {
    if (error instanceof NoSuchName) return []
    throw new Unanswered(String(error))
  })
}

/** Returns a resolver in the form of Node.js, and whether any name stayed without an answer. */
function makeResolver(lookUp: LookUp) {
  const seen = { isUnanswered: false }
  const fail = (code: string) => Object.assign(new Error(code), { code })
  const resolver = async (name: string, type: string): Promise<unknown[]> => {
    if (!(DNS_TYPES as readonly string[]).includes(type)) throw fail('ENODATA')
    const values = await lookUp(name, type).catch((error: unknown) => {
      if (error instanceof NoSuchName) throw fail('ENOTFOUND')
      seen.isUnanswered = true
      throw fail('ETIMEOUT')
    })
    if (values.length === 0) throw fail('ENODATA')
    if (type === 'TXT') return values.map((value) => [value])
    if (type !== 'MX') return values
    return values.map((value) => ({ priority: Number(value.split(' ')[0]), exchange: value.split(' ')[1] ?? '' }))
  }
  return { resolver, seen }
}

/** An address for documentation (RFC 5737), which stands for our mail servers. */
const ours = '192.0.2.77'

/**
 * Evaluates the domain's whole policy (RFC 7208) for a server that only our own policy allows. So redirects, nested
 * includes, two policies and more than ten look-ups count as they do for receivers.
 */
async function checkSpf(dns: Dns, record: SenderRecord): Promise<SenderRecord> {
  const policies = (await findAnswers(dns, record.name, 'TXT')).filter(isSpf)
  if (policies.length === 0) return { ...record, status: 'missing' }
  const host = /include:(\S+)/.exec(record.value)?.[1]?.toLowerCase() ?? ''
  const { resolver, seen } = makeResolver(async (name, type) => {
    const isOurs = type === 'TXT' && name.toLowerCase().replace(/\.$/, '') === host
    if (!isOurs) return dns.lookUp(name, type as SenderRecord['type'])
    const [policy = 'v=spf1 -all'] = (await findAnswers(dns, name, 'TXT')).filter(isSpf)
    return [policy.replace(/(?=\s(?:[-~?+]?all|redirect=))|$/i, ` ip4:${ours}`)]
  })
  const sender = `postmaster@${record.name}`
  const { status } = await spf({ sender, ip: ours, helo: record.name, mta: host, resolver: resolver as never })
  if (status.result === 'pass') return { ...record, status: 'found' }
  if (seen.isUnanswered) return { ...record, status: 'unknown' }
  const isFirst = status.result === 'permerror' && policies.length === 1
  return { ...record, value: joinSpf(policies, host, { isFirst }), status: 'wrong' }
}

/** Finds the policy of the domain or of the organization above it (RFC 9989). */
async function checkDmarc(dns: Dns, record: SenderRecord): Promise<SenderRecord> {
  const own = (await findAnswers(dns, record.name, 'TXT')).filter((text) => /^\s*v\s*=\s*dmarc/i.test(text))
  const { resolver, seen } = makeResolver((name, type) => dns.lookUp(name, type as SenderRecord['type']))
  const domain = parseSenderDomain(`@${record.name.replace(/^_dmarc\./, '')}`)
  const policy = await getDmarcRecord(domain, resolver).catch(() => false as const)
  if (policy && isPolicy(policy.p) && (own.length === 0 || policy.recordDomain === domain))
    return { ...record, status: 'found' }
  if (!policy && seen.isUnanswered) return { ...record, status: 'unknown' }
  return { ...record, status: own.length > 0 ? 'wrong' : 'missing' }
}
