import ipaddr from 'ipaddr.js'

/**
 * Returns the network that a rate limit counts: an IPv4 address, or the /64 of an IPv6 address, as one client has all addresses
 * of it. A port that a proxy appended is ignored; a text that is no address stays as it is.
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
