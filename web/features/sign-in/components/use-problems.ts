import type { FieldProblem } from '@lectern/contract/envelope.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { ProofError } from '../proof.ts'

/** Problems of the form in an error, and the one that no server tells: that the browser could not do the work it was asked for. */
export const useProblems = () => {
  const intl = useIntl()
  return (error: unknown): readonly FieldProblem[] | undefined =>
    error instanceof ProofError
      ? [{ path: '', message: intl.formatMessage({ id: 'signIn.proofFailed' }) }]
      : problemsOf(error)
}
