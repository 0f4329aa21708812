import { readCurrentUser, readCurrentUserShort } from '@lectern/contract/accounts.ts'
import { fail } from '../../platform/failure.ts'
import type { Http } from '../../platform/http/serve.ts'
import { everyone } from '../../platform/policy.ts'

export const accountRoutes = ({ serve }: Http): void => {
  for (const endpoint of [readCurrentUser, readCurrentUserShort]) {
    // Every page that is opened asks this.
    serve(endpoint, { policy: everyone, limited: false }, async () => {
      // Nobody can sign in yet: every actor is a visitor.
      throw fail('session.none')
    })
  }
}
