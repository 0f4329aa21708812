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
import { endpoint } from '../../request/client.ts'

export const taskList = endpoint<typeof listTasks>('GET', '/api/welcome')
export const updateUser = endpoint<typeof updateUserEndpoint>('PUT', '/api/user/user/:uid')
export const setAvatar = endpoint<typeof setAvatarEndpoint>('PUT', '/api/account/avatar')
export const removeAvatar = endpoint<typeof removeAvatarEndpoint>('DELETE', '/api/account/avatar')

export const contactCode = endpoint<typeof requestContactCode>('POST', '/api/account/contact/code')
export const changeContact = endpoint<typeof changeContactEndpoint>('PUT', '/api/account/contact')

export const sessionList = endpoint<typeof listSessions>('GET', '/api/account/sessions')
export const endSession = endpoint<typeof endSessionEndpoint>('DELETE', '/api/account/sessions/:id')
export const endOtherSessions = endpoint<typeof endOtherSessionsEndpoint>('DELETE', '/api/account/sessions')

export const beginSecondFactor = endpoint<typeof beginSecondFactorEndpoint>('POST', '/api/account/second-factor')
export const confirmSecondFactor = endpoint<typeof confirmSecondFactorEndpoint>('PUT', '/api/account/second-factor')
export const removeSecondFactor = endpoint<typeof removeSecondFactorEndpoint>(
  'POST',
  '/api/account/second-factor/removal',
)
export const renewRecoveryCodes = endpoint<typeof renewRecoveryCodesEndpoint>(
  'POST',
  '/api/account/second-factor/recovery-codes',
)

export const consentList = endpoint<typeof listMyConsents>('GET', '/api/account/consents')
export const deleteAccount = endpoint<typeof deleteAccountEndpoint>('POST', '/api/account/deletion')
export const foreseeDeletion = endpoint<typeof foreseeDeletionEndpoint>('GET', '/api/account/deletion')
