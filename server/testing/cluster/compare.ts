import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { verifyAudit } from '../../features/audit/chain.ts'
import type { Connection } from '../../platform/database/connect.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Contest } from './contest.ts'
import type { Told } from './load.ts'
import { storedEnrolments, storedIssues, storedSessions, storedSheets, storedTasks, storedWorks } from './stored.ts'

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
const byNumber = (one: { number: string }, other: { number: string }) =>
  one.number.localeCompare(other.number, 'en', { numeric: true })

/** Waits for the background tasks, then compares what people were told with what is stored. */
export const expectStored = async (
  { pool, db }: Connection,
  storage: Storage,
  { activityId }: Contest,
  told: Told,
): Promise<void> => {
  const isSettled = async (): Promise<boolean> => {
    const { waiting = 0, running = 0 } = await storedTasks(pool)
    return waiting + running === 0
  }
  while (!(await isSettled())) await sleep(500)
  expect(await storedEnrolments(pool, activityId)).toEqual(
    told.enrolments.toSorted(byNumber).map((row) => ({ ...row, traces: [1, 1, 1, 1] })),
  )
  expect(await storedWorks(pool, storage, activityId)).toEqual(
    told.works.toSorted(byId).map((row) => ({ ...row, traces: [1, 1, 1] })),
  )
  expect(await storedSheets(pool)).toEqual(told.sheets)
  expect(await storedSessions(pool)).toEqual(told.sessions)
  expect(await storedIssues(pool)).toEqual(
    told.issues.toSorted(byId).map(({ id, names }) => ({
      id,
      names,
      sequences: names.map((_, index) => index + 1),
      traces: [names.length, 1],
    })),
  )
  expect(Object.keys(await storedTasks(pool))).toEqual(['done'])
  expect((await verifyAudit(db, new Date())).broken).toBe(undefined)
}
