import ipaddr from 'ipaddr.js'

/**
 * Returns the network that a rate limit counts: an IPv4 address, or an IPv6 address's /64, which one client owns.
 * Ignores a port that a proxy appended; returns a text that is no address unchanged.
 */
export function readClientNetwork(ip: string): string {
  const address = ip.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  if (!ipaddr.isValid(address)) return ip
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : parsed.toString()
}
