import { violatedConstraint } from '../../platform/database/connect.ts'
import { fail } from '../../platform/failure.ts'

/** Of a change that gives an account a name or a contact: what it means that the database has met it before. */
export const explainTaken = (error: unknown): never => {
  const index = violatedConstraint(error)
  if (index === 'account_username') throw fail('account.usernameTaken').at('username')
  if (index === 'account_email' || index === 'account_phone') throw fail('account.contactTaken').at('contact')
  throw error
}
