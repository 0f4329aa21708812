import type { z } from 'zod'
import { givenPassword, secondFactorCode } from '../accounts/account-fields.ts'
import { assertion } from './passkeys.ts'

/** What shows that the owner is there: the password, with the second factor if there is one, or a passkey. */
export const factors = { secondFactor: secondFactorCode.optional(), passkey: assertion.optional() }

/** Beside fields of a form that are passwords, too. */
export const ownerConfirmation = { ownPassword: givenPassword.optional(), ...factors }

type Proof = { [Name in 'password' | 'ownPassword' | 'passkey']?: unknown }

/** One of the two is needed; told together with all other problems. */
export const withProof = <Body extends z.ZodType<Proof>>(body: Body, password: 'password' | 'ownPassword') =>
  body.refine((value: Proof | undefined) => value?.[password] !== undefined || value?.passkey !== undefined, {
    path: [password],
    when: () => true,
  })
