import { databaseCode } from '../../platform/database/connect.ts'

const uniqueViolation = '23505'

/** Somebody may take a name or a contact between the look and the change: then the second look sees it, and tells where. */
export const againIfTaken = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    if (databaseCode(error) === uniqueViolation) return work()
    throw error
  })
