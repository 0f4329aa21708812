import type { updateUser as updateUserEndpoint } from '@lectern/contract/accounts.ts'
import type {
  deleteAccount as deleteAccountEndpoint,
  foreseeDeletion as foreseeDeletionEndpoint,
  listMyConsents,
  removeAvatar as removeAvatarEndpoint,
  setAvatar as setAvatarEndpoint,
} from '@lectern/contract/my-data.ts'
import type {
  beginSecondFactor as beginSecondFactorEndpoint,
  changeContact as changeContactEndpoint,
  confirmSecondFactor as confirmSecondFactorEndpoint,
  endOtherSessions as endOtherSessionsEndpoint,
  endSession as endSessionEndpoint,
  listSessions,
  removeSecondFactor as removeSecondFactorEndpoint,
  renewRecoveryCodes as renewRecoveryCodesEndpoint,
  requestContactCode,
} from '@lectern/contract/sign-in.ts'
import type { listTasks } from '@lectern/contract/welcome.ts'
import { reach } from '../../request/client.ts'

export const taskList = reach<typeof listTasks>('GET', '/api/welcome')
export const updateUser = reach<typeof updateUserEndpoint>('PUT', '/api/user/user/:uid')
export const setAvatar = reach<typeof setAvatarEndpoint>('PUT', '/api/account/avatar')
export const removeAvatar = reach<typeof removeAvatarEndpoint>('DELETE', '/api/account/avatar')

export const contactCode = reach<typeof requestContactCode>('POST', '/api/account/contact/code')
export const changeContact = reach<typeof changeContactEndpoint>('PUT', '/api/account/contact')

export const sessionList = reach<typeof listSessions>('GET', '/api/account/sessions')
export const endSession = reach<typeof endSessionEndpoint>('DELETE', '/api/account/sessions/:id')
export const endOtherSessions = reach<typeof endOtherSessionsEndpoint>('DELETE', '/api/account/sessions')

export const beginSecondFactor = reach<typeof beginSecondFactorEndpoint>('POST', '/api/account/second-factor')
export const confirmSecondFactor = reach<typeof confirmSecondFactorEndpoint>('PUT', '/api/account/second-factor')
export const removeSecondFactor = reach<typeof removeSecondFactorEndpoint>('POST', '/api/account/second-factor/removal')
export const renewRecoveryCodes = reach<typeof renewRecoveryCodesEndpoint>(
  'POST',
  '/api/account/second-factor/recovery-codes',
)

export const consentList = reach<typeof listMyConsents>('GET', '/api/account/consents')
export const deleteAccount = reach<typeof deleteAccountEndpoint>('POST', '/api/account/deletion')
export const foreseeDeletion = reach<typeof foreseeDeletionEndpoint>('GET', '/api/account/deletion')
