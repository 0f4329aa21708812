import type { ErrorName } from '@lectern/contract/errors.ts'
import { AppError } from '../../../platform/failure.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'

type Result = 'wrong' | 'limited' | 'proof' | 'step'

const results: Partial<Record<ErrorName, Result>> = {
  'signIn.wrong': 'wrong',
  'code.wrong': 'wrong',
  'secondFactor.wrong': 'wrong',
  'passkey.expired': 'wrong',
  'passkey.refused': 'wrong',
  'passkey.unknown': 'wrong',
  'passkey.copied': 'wrong',
  'signIn.tooMany': 'limited',
  'request.tooMany': 'limited',
  'proof.required': 'proof',
  'proof.refused': 'proof',
  'secondFactor.required': 'step',
  'secondFactor.orPasskey': 'step',
  'passkey.required': 'step',
  'consent.required': 'step',
}

/** Counts attempts to sign in by what became of them, never by whom. */
export const createSignInCounter =
  (metrics: Pick<Metrics, 'count'>) =>
  async <Outcome>(attempt: Promise<Outcome>): Promise<Outcome> => {
    const count = (result: Result | 'success' | 'other'): void => metrics.count('lectern_sign_in_total', { result })
    try {
      const outcome = await attempt
      count('success')
      return outcome
    } catch (error) {
      count((error instanceof AppError && results[error.error]) || 'other')
      throw error
    }
  }
