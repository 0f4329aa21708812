import { violatedConstraint } from '../../platform/database/connect.ts'

/** Another request may take a name or a contact between check and change: the retry then reports it at its field. */
export const retryIfTaken = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    if (violatedConstraint(error)) return work()
    throw error
  })
