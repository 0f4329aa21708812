import type * as accounts from '@lectern/contract/accounts.ts'
import type * as myData from '@lectern/contract/my-data.ts'
import type * as signIn from '@lectern/contract/sign-in.ts'
import type * as welcome from '@lectern/contract/welcome.ts'
import { endpoint } from '../../request/client.ts'

export const listTasks = endpoint<typeof welcome.listTasks>('GET', '/api/welcome')
export const updateUser = endpoint<typeof accounts.updateUser>('PUT', '/api/user/user/:uid')
export const setAvatar = endpoint<typeof myData.setAvatar>('PUT', '/api/account/avatar')
export const removeAvatar = endpoint<typeof myData.removeAvatar>('DELETE', '/api/account/avatar')

export const requestContactCode = endpoint<typeof signIn.requestContactCode>('POST', '/api/account/contact/code')
export const changeContact = endpoint<typeof signIn.changeContact>('PUT', '/api/account/contact')

export const listSessions = endpoint<typeof signIn.listSessions>('GET', '/api/account/sessions')
export const endSession = endpoint<typeof signIn.endSession>('DELETE', '/api/account/sessions/:id')
export const endOtherSessions = endpoint<typeof signIn.endOtherSessions>('DELETE', '/api/account/sessions')

export const beginSecondFactor = endpoint<typeof signIn.beginSecondFactor>('POST', '/api/account/second-factor')
export const confirmSecondFactor = endpoint<typeof signIn.confirmSecondFactor>('PUT', '/api/account/second-factor')
export const removeSecondFactor = endpoint<typeof signIn.removeSecondFactor>(
  'POST',
  '/api/account/second-factor/removal',
)
export const renewRecoveryCodes = endpoint<typeof signIn.renewRecoveryCodes>(
  'POST',
  '/api/account/second-factor/recovery-codes',
)

export const listMyConsents = endpoint<typeof myData.listMyConsents>('GET', '/api/account/consents')
export const deleteAccount = endpoint<typeof myData.deleteAccount>('POST', '/api/account/deletion')
export const foreseeDeletion = endpoint<typeof myData.foreseeDeletion>('GET', '/api/account/deletion')
