import { deleteAccount as deleteAccountEndpoint, exportMyData } from '@lectern/contract/my-data.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Http } from '../../platform/http/serve.ts'
import { signedIn } from '../../platform/policy.ts'
import { presentMyDataFile } from './present.ts'
import { collectMyData, deleteAccount, findDeletionProblems } from './service.ts'

export const myDataRoutes = ({ serve, serveFile }: Http): void => {
  serveFile(exportMyData, { policy: signedIn }, async ({ ctx }) =>
    presentMyDataFile(ctx, await collectMyData(ctx as SignedIn)),
  )

  serve(
    deleteAccountEndpoint,
    { policy: signedIn, alsoWrong: ({ ctx, body }) => findDeletionProblems(ctx as SignedIn, body) },
    async ({ ctx, body, visit }) => {
      await deleteAccount(ctx as SignedIn, body)
      visit.take()
      return {}
    },
  )
}
