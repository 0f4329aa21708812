import { fail } from '../../../platform/failure.ts'
import { holdsAddress } from '../../../platform/web-addresses.ts'

/** Refuses e-mail and web addresses in names: mails and notices of this site would carry them to others. */
export const refuseAddresses = (names: Record<string, string | null | undefined>): void => {
  for (const [field, name] of Object.entries(names))
    if (name && holdsAddress(name)) throw fail('account.nameHoldsAddress').at(field)
}
