import { violatedConstraint } from '../../../platform/database/connect.ts'
import { fail } from '../../../platform/failure.ts'

/** Translates a unique violation on a name or contact into the error for its field. */
export const explainTakenName = (error: unknown): never => {
  const index = violatedConstraint(error)
  if (index === 'account_username') throw fail('account.usernameTaken').at('username')
  if (index === 'account_email' || index === 'account_phone') throw fail('account.contactTaken').at('contact')
  throw error
}
