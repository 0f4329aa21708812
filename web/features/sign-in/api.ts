import type { listDocuments } from '@lectern/contract/documents.ts'
import type {
  changePassword,
  requestChallenge,
  requestCode,
  resetPassword,
  signIn,
  signInByCode,
  signUp,
} from '@lectern/contract/sign-in.ts'
import { endpoint } from '../../request/client.ts'

export const challenge = endpoint<typeof requestChallenge>('POST', '/api/account/challenge')
export const codeRequest = endpoint<typeof requestCode>('POST', '/api/account/codes')
export const registration = endpoint<typeof signUp>('POST', '/api/account/register')
export const passwordSignIn = endpoint<typeof signIn>('POST', '/api/account/login')
export const codeSignIn = endpoint<typeof signInByCode>('POST', '/api/account/login/code')
export const passwordChange = endpoint<typeof changePassword>('PUT', '/api/account/password')
export const passwordReset = endpoint<typeof resetPassword>('POST', '/api/account/password/reset')
export const documentsInForce = endpoint<typeof listDocuments>('GET', '/api/documents')
