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
import { reach } from '../../request/client.ts'

export const challenge = reach<typeof requestChallenge>('POST', '/api/account/challenge')
export const codeRequest = reach<typeof requestCode>('POST', '/api/account/codes')
export const registration = reach<typeof signUp>('POST', '/api/account/register')
export const passwordSignIn = reach<typeof signIn>('POST', '/api/account/login')
export const codeSignIn = reach<typeof signInByCode>('POST', '/api/account/login/code')
export const passwordChange = reach<typeof changePassword>('PUT', '/api/account/password')
export const passwordReset = reach<typeof resetPassword>('POST', '/api/account/password/reset')
export const documentsInForce = reach<typeof listDocuments>('GET', '/api/documents')
