import { listOwnTasks as listEndpoint } from '@lectern/contract/welcome/welcome.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Http } from '../../platform/http/serve.ts'
import { signedIn } from '../../platform/policy.ts'
import { listOwnTasks } from './service.ts'

export const welcomeRoutes = ({ serve }: Http, features: readonly Feature[]): void => {
  serve(listEndpoint, { policy: signedIn }, async ({ ctx }) => ({ list: await listOwnTasks(ctx, features) }))
}
