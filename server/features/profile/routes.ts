import { updateUser as updateUserEndpoint } from '@lectern/contract/accounts/accounts.ts'
import { AppError } from '../../platform/failure.ts'
import type { Http } from '../../platform/http/serve.ts'
import { t } from '../../platform/messages.ts'
import { signedIn } from '../../platform/policy.ts'
import { presentUser } from '../accounts/service.ts'
import { forPeopleOfOthers } from '../steps/service.ts'
import { updateUser } from './profile.ts'

export const profileRoutes = ({ serve }: Http): void => {
  serve(
    updateUserEndpoint,
    { policy: signedIn, ...forPeopleOfOthers },
    async ({ ctx, params, body: { uid, ...changes } }) => {
      if (uid !== params.uid)
        throw new AppError('request.invalid', {}, [{ path: 'uid', message: t(ctx.locale, 'validation.format') }])
      return presentUser(await updateUser(ctx, uid, changes))
    },
  )
}
