import { isIP } from 'node:net'

/** The site as devices know it: they offer a passkey only where it was made. */
export interface RelyingParty {
  id: string
  /** The origin that a page of this site has. */
  originOf: (claimed: string) => string
}

const local = 'localhost'

/**
 * Undefined: the site is reached by an IP address, for which browsers make no passkeys. Without PUBLIC_URL its address is
 * that of this machine: there the port does not matter, because a container or a proxy may show another one.
 */
export const relyingPartyOf = (address: string): RelyingParty | undefined => {
  const { hostname, origin } = new URL(address)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return undefined
  const isLocalPage = (claimed: string): boolean => hostname === local && /^http:\/\/localhost(:\d+)?$/.test(claimed)
  return { id: hostname, originOf: (claimed) => (isLocalPage(claimed) ? claimed : origin) }
}
