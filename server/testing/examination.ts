import { afterEach, expect } from 'vitest'
import { verifyAwards } from '../features/certificates/verification/verify-awards.ts'
import { verifyLists } from '../features/results/verification/verify-lists.ts'
import { verifySubmissions } from '../features/works/submission/verify-submissions.ts'
import { invariants } from '../invariants.ts'
import type { Connection } from '../platform/database/connect.ts'
import { brokenInvariants } from '../platform/invariants.ts'

/** After each test of a file, what `portal doctor` says about the data must be good. */
export const examineAfterEach = (open: () => Pick<Connection, 'db' | 'pool'>): void =>
  afterEach(async () => {
    const { db, pool } = open()
    expect(await brokenInvariants(pool, invariants)).toEqual([])
    const [lists, awards, submissions] = [await verifyLists(db), await verifyAwards(db), await verifySubmissions(db)]
    expect([...lists.broken, ...awards.broken, submissions.broken]).toEqual([undefined])
  })
