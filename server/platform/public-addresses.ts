import { BlockList, isIPv4, isIPv6 } from 'node:net'

const blockListOf = (networks: string, family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList()
  for (const network of networks.split(' ')) {
    const [address, prefix] = network.split('/') as [string, string]
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

/**
 * IPv4 networks that are not for everybody on the internet (IANA's registry of special-purpose addresses), multicast,
 * and the address at which machines in Azure reach their host.
 */
const special4 = blockListOf(
  [
    '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24',
    '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32',
  ].join(' '),
  'ipv4',
)

/** Of IPv6 only global unicast is public, without tunnels (Teredo, 6to4), which contain another address, and documentation. */
const unicast6 = blockListOf('2000::/3', 'ipv6')
const special6 = blockListOf('2001::/23 2001:db8::/32 2002::/16 3fff::/20', 'ipv6')

/** IPv4 as IPv6: mapped, and translated at the border of a network (NAT64). */
const embedding = blockListOf('::ffff:0:0/96 64:ff9b::/96', 'ipv6')

/** The last 32 bits of an IPv6 address. */
const embedded4 = (address: string): string => {
  // The parser of addresses writes a dotted end as two groups.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':')
  const [high, low] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16)) as [number, number]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Whether everybody on the internet reaches this address, and it leads into no network of the machine. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !special4.check(address, 'ipv4')
  // A zone names an interface of the machine.
  if (!isIPv6(address) || address.includes('%')) return false
  if (embedding.check(address, 'ipv6')) return isPublicAddress(embedded4(address))
  return unicast6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
}
