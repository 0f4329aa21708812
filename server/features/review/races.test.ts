import * as contract from '@lectern/contract/review/review.ts'
import type { RoundId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEdition } from '../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { openRound } from '../../testing/rounds.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { createWorkActivity } from '../../testing/works.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { lockRound } from '../rounds/service.ts'

let site: TestSite
let other: TestSite
let shared: Pick<Awaited<ReturnType<typeof openRound>>, 'editionId' | 'activityId' | 'organiser'>
beforeAll(async () => {
  site = await startSite()
  other = await startSite({ databaseUrl: site.databaseUrl, clock: site.clock })
  const editionId = await createEdition(site)
  const activityId = await createWorkActivity(site, editionId)
  shared = { editionId, activityId, organiser: await createPerson(site, { access: 'admin' }) }
})
afterAll(async () => {
  await other.close()
  await site.close()
})

const save = (at: TestSite, person: TestPerson, code: string, version: number, design: number) =>
  at.ask(contract.saveSheet, {
    headers: english(person),
    params: { code },
    body: { version, scores: { design }, comment: '', remark: '', notes: [], places: {}, seconds: 0 },
  })

const storedSheet = async (reviewerId: string) => {
  const { rows } = await site.pool.query<{ version: number; scores: Record<string, number> }>(
    `select sheet.version, scores from sheet join assignment on assignment.id = assignment_id where reviewer_id = $1`,
    [reviewerId],
  )
  return rows
}

/** As an organiser closes a round: with its lock. */
const close = (id: RoundId) =>
  inTransaction(other.asProgram(), async ({ db }) => {
    await lockRound(db, id, 'exclusive')
    await db.execute(`update round set state = 'closed', closed_at = now() where id = '${id}'`)
  })

test('what is acknowledged is stored, and nothing else, while the round is closed in another process', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { roundId, works, experts } = await openRound(site, { ...shared, works: 1, experts: 2 })
    const saving = experts.map(async ({ person, reviewerId }, index) => {
      let acknowledged = 0
      for (let version = 0; version < 12; version += 1) {
        const answer = await save(index === 0 ? site : other, person, works[0]!.code, version, (version + 1) * 100)
        if (answer.status !== 200) {
          expect(answer.failure().error).toBe('round.ended')
          break
        }
        acknowledged = version + 1
      }
      const stored = await storedSheet(reviewerId)
      expect(stored).toEqual(
        acknowledged === 0 ? [] : [{ version: acknowledged, scores: { design: acknowledged * 100 } }],
      )
    })
    await new Promise((resolve) => setTimeout(resolve, attempt * 15))
    await close(roundId)
    await Promise.all(saving)
    const late = await save(site, experts[0]!.person, works[0]!.code, 99, 100)
    expect(late.failure().error).toBe('round.ended')
  }
})

test('of two tabs that save at once one wins, and the other is told', async () => {
  const { works, experts } = await openRound(site, { ...shared, works: 1, experts: 2 })
  const { person, reviewerId } = experts[0]!
  for (let version = 0; version < 5; version += 1) {
    const answers = await Promise.all(
      [site, other].map((at, tab) => save(at, person, works[0]!.code, version, (version * 2 + tab) * 100)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(await storedSheet(reviewerId)).toEqual([
      { version: version + 1, scores: { design: (version * 2 + winner) * 100 } },
    ])
  }
})

test('a sheet that is submitted twice at once with one key is submitted once', async () => {
  const { works, experts } = await openRound(site, { ...shared, works: 1, experts: 2 })
  const { person, reviewerId } = experts[0]!
  const as = {
    headers: { ...english(person), 'idempotency-key': 'once-and-only-once' },
    params: { code: works[0]!.code },
  }
  await site.ask(contract.saveSheet, {
    ...as,
    body: {
      version: 0,
      scores: { design: 100, effect: 100 },
      comment: '',
      remark: '',
      notes: [],
      places: {},
      seconds: 0,
    },
  })
  const answers = await Promise.all(
    [site, other, site].map((at) => at.ask(contract.submitSheet, { ...as, body: { version: 1 } })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { rows } = await site.pool.query(
    `select number from sheet_version join assignment on assignment.id = assignment_id where reviewer_id = $1`,
    [reviewerId],
  )
  expect(rows).toEqual([{ number: 1 }])
})

test('saving takes one row, and does not wait for other experts', async () => {
  const { works, experts, roundId } = await openRound(site, { ...shared, works: 1, experts: 2 })
  // Another expert is in the middle of a save.
  await inTransaction(other.asProgram(), async ({ db }) => {
    await lockRound(db, roundId, 'shared')
    expect((await save(site, experts[0]!.person, works[0]!.code, 0, 100)).status).toBe(200)
  })
})
