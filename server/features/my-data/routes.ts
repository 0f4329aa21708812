import {
  deleteAccount as deleteAccountEndpoint,
  exportMyData,
  foreseeDeletion as foreseeEndpoint,
} from '@lectern/contract/my-data.ts'
import type { Http } from '../../platform/http/serve.ts'
import { signedIn } from '../../platform/policy.ts'
import { presentLedTeams, presentMyDataFile } from './present.ts'
import { collectMyData, deleteAccount, findDeletionProblems, foreseeDeletion } from './service.ts'

export const myDataRoutes = ({ serve, serveFile }: Http): void => {
  serveFile(exportMyData, { policy: signedIn }, async ({ ctx }) => presentMyDataFile(ctx, await collectMyData(ctx)))

  serve(foreseeEndpoint, { policy: signedIn }, async ({ ctx }) => presentLedTeams(ctx, await foreseeDeletion(ctx)))

  serve(
    deleteAccountEndpoint,
    { policy: signedIn, alsoWrong: ({ ctx, body }) => findDeletionProblems(ctx, body) },
    async ({ ctx, body, visit }) => {
      await deleteAccount(ctx, body)
      visit.take()
      return {}
    },
  )
}
