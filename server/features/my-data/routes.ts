import { deleteAccount as deleteAccountEndpoint, exportMyData } from '@lectern/contract/accounts/my-data.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Http } from '../../platform/http/serve.ts'
import { signedIn } from '../../platform/policy.ts'
import { presentMyDataFile } from './present.ts'
import { collectMyData, deleteAccount, findDeletionProblems } from './service.ts'

export const myDataRoutes = ({ serve, serveFile }: Http, features: readonly Feature[]): void => {
  serveFile(exportMyData, { policy: signedIn }, async ({ ctx }) =>
    presentMyDataFile(ctx, await collectMyData(ctx, features)),
  )

  serve(
    deleteAccountEndpoint,
    { policy: signedIn, alsoWrong: ({ ctx, body }) => findDeletionProblems(ctx, body) },
    async ({ ctx, body, visit }) => {
      await deleteAccount(ctx, features, body)
      visit.clear()
      return {}
    },
  )
}
