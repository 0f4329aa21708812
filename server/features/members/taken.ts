import { violatedConstraint } from '../../platform/database/connect.ts'

/** Somebody may take a name or a contact between the look and the change: then the second look sees it, and tells where. */
export const retryIfTaken = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    if (violatedConstraint(error)) return work()
    throw error
  })
