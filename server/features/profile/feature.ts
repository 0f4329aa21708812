import type { Feature } from '../../platform/feature.ts'
import { isComplete } from '../accounts/service.ts'
import { sessionUserOf } from '../sign-in/service.ts'
import { profileRoutes } from './routes.ts'

export const profileFeature: Feature = {
  name: 'profile',
  start: () => ({ routes: profileRoutes }),
  // The rest of the required profile: contacts have a task of their own.
  tasks: async ({ actor }) => [
    {
      name: 'profile',
      isDone: isComplete(sessionUserOf(actor)!.account, []),
      isInformation: true,
      link: '/account/Evpi?redirect=/Welcome',
    },
  ],
}
