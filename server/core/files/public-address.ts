import ipaddr from 'ipaddr.js'

/** Addresses that look public and are answered inside a cloud only: a virtual machine's own metadata and its provider's services. */
const cloudMetadata = [
  '168.63.129.16/32', // Azure: metadata, and the agent's secrets
  '161.26.0.0/16',
  '166.8.0.0/14', // IBM Cloud: services for machines inside
].map((range) => ipaddr.parseCIDR(range))

/** The only range that the public internet of IPv6 is given from. */
const global6 = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address, as a resolver gives it, lies in the public internet: not loopback, private, link-local, shared, multicast,
 * reserved, a cloud's own, nor an IPv6 form that carries an IPv4 address (goal R18). The special ranges are those of ipaddr.js.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%') || !(ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)))
    return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv6' ? parsed.match(global6) : !cloudMetadata.some((range) => parsed.match(range))
}
