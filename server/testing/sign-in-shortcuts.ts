import { endpoint } from '@lectern/contract/endpoint.ts'
import { accountId } from '@lectern/contract/ids.ts'
import { z } from 'zod'
import { account } from '../features/accounts/tables.ts'
import { credential } from '../features/sign-in/tables.ts'
import { eq } from '../platform/database/drizzle.ts'
import type { Http } from '../platform/http/serve.ts'
import { signedIn } from '../platform/policy.ts'
import { inTransaction } from '../platform/transaction.ts'

const onlyLinked = endpoint({
  method: 'POST',
  path: '/api/journeys/only-linked',
  summary: 'The caller has neither password nor contact any more: only what is linked',
  answer: z.object({ uid: accountId }),
})

/** Accounts come to this only over years, when addresses are given up. */
export const signInShortcuts = ({ serve }: Pick<Http, 'serve'>): void => {
  serve(onlyLinked, { policy: signedIn }, async ({ ctx: outer }) =>
    inTransaction(outer, async ({ db, actor }) => {
      await db.delete(credential).where(eq(credential.accountId, actor.id))
      await db.update(account).set({ email: null, phone: null }).where(eq(account.id, actor.id))
      return { uid: actor.id }
    }),
  )
}
