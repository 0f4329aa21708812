import type * as documents from '@lectern/contract/documents.ts'
import type * as contract from '@lectern/contract/sign-in.ts'
import { endpoint } from '../../request/client.ts'

export const requestChallenge = endpoint<typeof contract.requestChallenge>('POST', '/api/account/challenge')
export const requestCode = endpoint<typeof contract.requestCode>('POST', '/api/account/codes')
export const signUp = endpoint<typeof contract.signUp>('POST', '/api/account/register')
export const signIn = endpoint<typeof contract.signIn>('POST', '/api/account/login')
export const signInByCode = endpoint<typeof contract.signInByCode>('POST', '/api/account/login/code')
export const changePassword = endpoint<typeof contract.changePassword>('PUT', '/api/account/password')
export const resetPassword = endpoint<typeof contract.resetPassword>('POST', '/api/account/password/reset')
export const listDocuments = endpoint<typeof documents.listDocuments>('GET', '/api/documents')
