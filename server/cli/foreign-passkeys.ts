import type { Config } from '../config.ts'
import { passkeysOfOtherHosts } from '../features/sign-in/passkeys/queries.ts'
import { relyingPartyOf } from '../features/sign-in/passkeys/relying-party.ts'
import { addressOf } from '../installation.ts'
import type { Database } from '../platform/database/connect.ts'

interface PasskeyCheck {
  name: string
  state: 'ok' | 'warning'
  detail: string
}

/** Where passkeys work, and whose do not: devices offer a passkey only at the address at which it was made. */
export const examinePasskeys = async (
  config: Pick<Config, 'publicUrl' | 'port' | 'routerBase'>,
  db: Database,
): Promise<PasskeyCheck> => {
  const name = 'passkeys'
  const party = relyingPartyOf(addressOf(config))
  const others = await passkeysOfOtherHosts(db, party?.id)
  const where = party ? `for ${party.id}` : 'cannot be used: the address of the site is an IP address'
  if (others.length === 0) return { name, state: 'ok', detail: where }
  const people = others.map((other) => `${other.people} at ${other.rpId}`).join(', ')
  return {
    name,
    state: 'warning',
    detail: `${where}; people whose passkeys were made at another address and do not work here: ${people}. They sign in with a password or a code and add new ones; or PUBLIC_URL has to name that address again`,
  }
}
