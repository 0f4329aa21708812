import type { FieldProblem } from '@lectern/contract/envelope.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { ProofError } from '../proof.ts'

/** Field problems of an error; also if the browser failed to compute the proof of work. */
export const useProblems = () => {
  const intl = useIntl()
  return (error: unknown): readonly FieldProblem[] | undefined =>
    error instanceof ProofError
      ? [{ path: '', message: intl.formatMessage({ id: 'signIn.proofFailed' }) }]
      : problemsOf(error)
}
