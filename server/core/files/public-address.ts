import ipaddr from 'ipaddr.js'

/** Addresses that look public but are served inside a cloud: metadata and the provider's services. */
const cloudMetadata = [
  '168.63.129.16/32', // Azure: metadata, and the agent's secrets
  '161.26.0.0/16',
  '166.8.0.0/14', // IBM Cloud: services for machines inside
].map((range) => ipaddr.parseCIDR(range))

/** The only range of public IPv6 addresses. */
const global6 = ipaddr.parseCIDR('2000::/3')

/**
 * Returns whether an address is in the public internet (goal R18). Refuses loopback, private, link-local, shared,
 * multicast, reserved and cloud addresses, and IPv6 forms that carry IPv4. The special ranges are those of ipaddr.js.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%') || !(ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)))
    return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv6' ? parsed.match(global6) : !cloudMetadata.some((range) => parsed.match(range))
}
