import * as contract from '@lectern/contract/review/review.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEdition } from '../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { createExpert, moveStoredRound, openRound, storeReviewer, storeRound } from '../../testing/rounds.ts'
import { after, startSite, type TestSite } from '../../testing/site.ts'
import { createWorkActivity } from '../../testing/works.ts'

let site: TestSite
let shared: Pick<Awaited<ReturnType<typeof openRound>>, 'editionId' | 'activityId' | 'organiser'>
beforeAll(async () => {
  site = await startSite()
  const editionId = await createEdition(site)
  const activityId = await createWorkActivity(site, editionId)
  shared = { editionId, activityId, organiser: await createPerson(site, { access: 'admin' }) }
})
afterAll(() => site.close())

const startRound = (given: Parameters<typeof openRound>[1] = {}) => openRound(site, { ...shared, ...given })

const blank = { comment: '', remark: '', notes: [], places: {}, seconds: 0 }

/** What one expert does at the desk. */
const deskOf = (person: TestPerson) => {
  const as = { headers: english(person) }
  return {
    rounds: async () => (await site.ask(contract.listDeskRounds, as)).data.list,
    answer: (round: string, body: { accept: boolean; reason?: string }) =>
      site.ask(contract.answerRoundInvitation, { ...as, params: { round }, body }),
    pledge: (round: string, version = 1) =>
      site.ask(contract.signPledge, { ...as, params: { round }, body: { version } }),
    round: (round: string) => site.ask(contract.readDeskRound, { ...as, params: { round } }),
    work: (code: string) => site.ask(contract.readDeskWork, { ...as, params: { code } }),
    save: (code: string, version: number, scores: Record<string, number>, changes: object = {}) =>
      site.ask(contract.saveSheet, { ...as, params: { code }, body: { ...blank, version, scores, ...changes } }),
    submit: (code: string, version: number, key?: string) =>
      site.ask(contract.submitSheet, {
        headers: { ...as.headers, ...(key && { 'idempotency-key': key }) },
        params: { code },
        body: { version },
      }),
    decline: (code: string, kind: 'conflict' | 'unable') =>
      site.ask(contract.declineWork, { ...as, params: { code }, body: { kind, reason: 'I taught them.' } }),
    flag: (code: string) =>
      site.ask(contract.flagWork, { ...as, params: { code }, body: { kind: 'identity', text: 'A badge at 02:10' } }),
  }
}

describe('before the first work', () => {
  test('an expert accepts, signs, practises, and then sees the works', async () => {
    const { code, works, experts } = await startRound({ rules: { practice: true } })
    const { person, reviewerId } = experts[0]!
    await site.pool.query(
      `update reviewer set state = 'invited', pledge = null, pledged_at = null, practised_at = null where id = $1`,
      [reviewerId],
    )
    const desk = deskOf(person)
    const [invited] = await desk.rounds()
    expect(invited).toMatchObject({ code, invitation: 'invited', hasPledged: false, needsPractice: true, works: 2 })
    expect((await desk.round(code)).failure().error).toBe('reviewer.notAccepted')
    expect((await desk.work(works[0]!.code)).failure().error).toBe('reviewer.notAccepted')
    expect((await desk.pledge(code)).failure().error).toBe('reviewer.notAccepted')

    expect((await desk.answer(code, { accept: true })).data.invitation).toBe('accepted')
    expect((await desk.round(code)).failure().error).toBe('reviewer.pledgeMissing')
    const shown = (await site.ask(contract.readPledge, { headers: english(person), params: { round: code } })).data
    expect(shown).toMatchObject({ version: 1, signedAt: null })
    expect((await desk.pledge(code, 2)).failure().error).toBe('resource.changed')
    expect((await desk.pledge(code, shown.version)).data.hasPledged).toBe(true)

    expect((await desk.round(code)).failure().error).toBe('reviewer.practiceMissing')
    const practice = await site.ask(contract.readPractice, { headers: english(person), params: { round: code } })
    const [plan] = practice.data.parts[0]!.files
    const file = await fetch(site.url + plan!.address, { headers: person.headers })
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    await site.ask(contract.finishPractice, { headers: english(person), params: { round: code } })
    const { data } = await desk.round(code)
    expect(data.works.map((work) => work.state)).toEqual(['todo', 'todo'])
    expect(data.round).toMatchObject({ refusal: null, works: 2, finished: 0 })
  })

  test('whoever declines gives the works back', async () => {
    const { code, experts, works } = await startRound()
    const desk = deskOf(experts[0]!.person)
    await desk.save(works[0]!.code, 0, { design: 5000, effect: 3000 })
    await desk.submit(works[0]!.code, 1)
    const left = (await desk.answer(code, { accept: false, reason: 'Ill' })).data
    expect(left).toMatchObject({ invitation: 'declined', works: 0 })
    const { rows } = await site.pool.query(
      `select state, count(*)::integer from assignment where reviewer_id = $1 group by 1 order by 1`,
      [experts[0]!.reviewerId],
    )
    expect(rows).toEqual([
      { state: 'declined', count: 1 },
      { state: 'kept', count: 1 },
    ])
    expect((await desk.answer(code, { accept: true })).failure().error).toBe('reviewer.moveRefused')
  })

  test('a new version of the pledge is signed again', async () => {
    const { code, experts } = await startRound()
    await site.pool.query(
      `insert into document (id, name, version, title, body, published_at)
       select gen_random_uuid(), name, 2, title, body, now() from document where name = 'pledge' and version = 1`,
    )
    const desk = deskOf(experts[0]!.person)
    expect((await desk.round(code)).failure().error).toBe('reviewer.pledgeMissing')
    await desk.pledge(code, 2)
    expect((await desk.round(code)).status).toBe(200)
    await site.pool.query(`delete from document where name = 'pledge' and version = 2`)
  })
})

describe('writing a sheet', () => {
  test('a sheet is saved version by version; a stale tab is told and nothing is overwritten', async () => {
    const { works, experts } = await startRound()
    const desk = deskOf(experts[0]!.person)
    const { code } = works[0]!
    const first = (await desk.save(code, 0, { design: 5000 }, { comment: 'Clear goals', seconds: 20 })).data
    expect(first).toMatchObject({ version: 1, state: 'draft', scores: { design: 5000 }, comment: 'Clear goals' })
    const second = (await desk.save(code, 1, { design: 5000, effect: 0 }, { seconds: 30 })).data
    expect(second).toMatchObject({ version: 2, scores: { design: 5000, effect: 0 }, comment: '' })
    expect((await desk.save(code, 1, { design: 100 })).failure()).toMatchObject({ error: 'resource.changed' })
    expect((await desk.work(code)).data.sheet).toEqual(second)
    const { rows } = await site.pool.query(
      `select seconds from sheet join assignment on assignment.id = assignment_id where reviewer_id = $1`,
      [experts[0]!.reviewerId],
    )
    expect(rows).toEqual([{ seconds: 30 }])
  })

  test('a save whose answer was lost may be sent again', async () => {
    const { works, experts } = await startRound()
    const desk = deskOf(experts[0]!.person)
    const { code } = works[0]!
    const once = (await desk.save(code, 0, { design: 5000 })).data
    expect((await desk.save(code, 0, { design: 5000 })).data).toEqual(once)
    // More was typed since: the tab reads what is stored and saves again, with the same time.
    const { version } = (await desk.save(code, 1, { design: 5100 }, { seconds: 40 })).data
    expect((await desk.save(code, 1, { design: 5200 }, { seconds: 40 })).status).toBe(409)
    expect((await desk.save(code, version, { design: 5200 }, { seconds: 40 })).data.seconds).toBe(40)
  })

  test('scores out of range, off the step and of unknown criteria are refused at their fields, all at once', async () => {
    const { works, experts } = await startRound()
    const desk = deskOf(experts[0]!.person)
    const failed = (await desk.save(works[0]!.code, 0, { design: 6100, effect: 3050, charm: 100 })).failure()
    expect(failed.fields).toEqual([
      { path: 'scores.design', message: 'Enter a score from 0 to 60.' },
      { path: 'scores.effect', message: 'Scores go in steps of 1.' },
      { path: 'scores.charm', message: expect.any(String) },
    ])
    const single = (await desk.save(works[0]!.code, 0, { design: 6100 })).failure()
    expect(single).toMatchObject({ error: 'sheet.scoreRange', fields: [{ path: 'scores.design' }] })
    expect((await desk.work(works[0]!.code)).data.sheet.version).toBe(0)
  })

  test('characters that cannot be stored are dropped, and nothing else', async () => {
    const { works, experts } = await startRound()
    const desk = deskOf(experts[0]!.person)
    const changes = { comment: 'a\u0000b\r\nc\ud800', notes: [{ file: 1, at: 2.5, text: '\u0000x' }], places: { 1: 3 } }
    const saved = (await desk.save(works[0]!.code, 0, {}, changes)).data
    expect(saved).toMatchObject({ comment: 'ab\nc\ufffd', notes: [{ file: 1, at: 2.5, text: 'x' }], places: { 1: 3 } })
  })

  test('only a complete sheet is submitted; every submitted version is kept and never changes', async () => {
    const { works, experts, code: round } = await startRound()
    const { person, reviewerId } = experts[0]!
    const desk = deskOf(person)
    const { code } = works[0]!
    await desk.save(code, 0, { design: 5000 })
    expect((await desk.submit(code, 1)).failure()).toMatchObject({
      error: 'sheet.incomplete',
      fields: [{ path: 'scores.effect', message: 'Enter a score from 0 to 40.' }],
    })
    await desk.save(code, 1, { design: 5000, effect: 0 })
    expect((await desk.submit(code, 1)).failure().error).toBe('resource.changed')
    const sent = (await desk.submit(code, 2, 'submitting-once')).data
    expect(sent.state).toBe('submitted')
    expect((await desk.submit(code, 2, 'submitting-once')).data).toEqual(sent)
    expect((await desk.submit(code, 2)).failure().error).toBe('sheet.nothingChanged')

    expect((await desk.save(code, 2, { design: 5100, effect: 0 })).data.state).toBe('changed')
    const listed = (await desk.round(round)).data.works.find((work) => work.code === code)
    expect(listed).toMatchObject({ state: 'changed', total: 5000, scores: { design: 5000, effect: 0 } })
    expect((await desk.save(code, 3, { design: 5000, effect: 0 })).data.state).toBe('submitted')
    await desk.save(code, 4, { design: 5200, effect: 100 })
    await desk.submit(code, 5)
    const { rows } = await site.pool.query(
      `select number, total from sheet_version join assignment on assignment.id = assignment_id
       where reviewer_id = $1 order by number`,
      [reviewerId],
    )
    expect(rows).toEqual([
      { number: 1, total: 5000 },
      { number: 2, total: 5300 },
    ])
    await expect(site.pool.query(`update sheet_version set total = 1`)).rejects.toThrow('never changes')
    expect((await desk.rounds()).find((each) => each.code === round)).toMatchObject({ works: 2, finished: 1 })
  })

  test('the list shows points that are written and not submitted yet', async () => {
    const { works, experts, code: round } = await startRound()
    const desk = deskOf(experts[0]!.person)
    const { code } = works[0]!
    const listed = async () => {
      const { scores, total, draft } = (await desk.round(round)).data.works.find((work) => work.code === code)!
      return { scores, total, draft }
    }
    await desk.save(code, 0, { design: 5000 })
    expect(await listed()).toEqual({ scores: {}, total: null, draft: { scores: { design: 5000 }, total: null } })
    const scores = { design: 5000, effect: 300 }
    await desk.save(code, 1, scores)
    expect(await listed()).toEqual({ scores: {}, total: null, draft: { scores, total: 5300 } })
    await desk.submit(code, 2)
    expect(await listed()).toEqual({ scores, total: 5300, draft: null })
  })

  test('in a round of advice a comment is submitted, without points', async () => {
    const { works, experts } = await startRound({ rules: { kind: 'advice' } })
    const desk = deskOf(experts[0]!.person)
    const { code } = works[0]!
    await desk.save(code, 0, {}, { remark: 'For you' })
    expect((await desk.submit(code, 1)).failure()).toMatchObject({ error: 'sheet.commentMissing' })
    expect((await desk.save(code, 1, { design: 100 })).failure().fields).toHaveLength(1)
    await desk.save(code, 1, {}, { comment: 'Show more of the pupils.' })
    expect((await desk.submit(code, 2)).data.state).toBe('submitted')
  })

  test('nothing is written outside the time of the round, and sheets stay readable until the edition is archived', async () => {
    const { works, experts, roundId, code: round } = await startRound()
    const desk = deskOf(experts[0]!.person)
    const { code } = works[0]!
    await desk.save(code, 0, { design: 5000, effect: 100 })
    const errors: Record<string, unknown> = {}
    for (const state of ['paused', 'closed', 'settled'] as const) {
      await moveStoredRound(site, roundId, state)
      errors[state] = [
        (await desk.save(code, 1, {})).failure().error,
        (await desk.submit(code, 1)).failure().error,
        (await desk.work(code)).status,
        (await desk.round(round)).status,
      ]
    }
    expect(errors).toEqual({
      paused: ['round.notOpen', 'round.notOpen', 200, 200],
      closed: ['round.ended', 'round.ended', 200, 200],
      settled: ['round.settled', 'round.settled', 200, 200],
    })
    const refusals = async () => [
      (await desk.flag(code)).failure().error,
      (await desk.decline(code, 'unable')).failure().error,
      (await desk.rounds()).find((each) => each.code === round)!.refusal,
    ]
    expect(await refusals()).toEqual([
      'round.settled',
      'round.settled',
      'The scores of this round are final. You can read and print your sheets, but no longer change them.',
    ])
    await site.pool.query('update edition set current = false where id = $1', [shared.editionId])
    expect([(await desk.work(code)).failure().error, (await desk.round(round)).failure().error]).toEqual([
      'round.archived',
      'round.archived',
    ])
    await site.pool.query('update edition set current = true where id = $1', [shared.editionId])
    await moveStoredRound(site, roundId, 'open')
    site.clock.set(after(6 * 86_400_000))
    expect((await desk.save(code, 1, {})).failure().error).toBe('round.ended')
    site.clock.set(after(-6 * 86_400_000))
    expect((await desk.work(code)).failure().error).toBe('round.notOpen')
    site.clock.set(after(0))
    expect((await desk.save(code, 1, { design: 100 })).data.version).toBe(2)
  })

  test('a reopened sheet is written until its time is over', async () => {
    const { works, experts, roundId } = await startRound()
    const desk = deskOf(experts[0]!.person)
    const { code } = works[0]!
    await desk.save(code, 0, { design: 5000, effect: 100 })
    await desk.submit(code, 1)
    await moveStoredRound(site, roundId, 'closed')
    await site.pool.query(
      `update sheet set reopened_until = $2, reopened_reason = 'typo'
       where assignment_id in (select id from assignment where reviewer_id = $1)`,
      [experts[0]!.reviewerId, after(3_600_000)],
    )
    const { data } = await desk.work(code)
    expect({ until: data.reopenedUntil, write: data.may.write }).toEqual({
      until: after(3_600_000).toISOString(),
      write: null,
    })
    await desk.save(code, 1, { design: 5100, effect: 100 })
    expect((await desk.submit(code, 2)).data.state).toBe('submitted')
    site.clock.set(after(3_600_000))
    expect((await desk.save(code, 2, { design: 5000, effect: 100 })).failure().error).toBe('round.ended')
    site.clock.set(after(0))
  })
})

describe('giving a work back', () => {
  test('a declared conflict is written down and ends the assignment', async () => {
    const { works, experts, code: round } = await startRound()
    const { person, reviewerId } = experts[0]!
    const desk = deskOf(person)
    const { code } = works[0]!
    await desk.save(code, 0, { design: 5000 })
    const other = (await desk.round(round)).data.works.find((work) => work.code !== code)!.code
    expect((await desk.decline(code, 'conflict')).data).toEqual({ next: other })
    expect((await desk.work(code)).failure().error).toBe('assignment.ended')
    expect((await desk.save(code, 1, { design: 5100 })).failure().error).toBe('assignment.ended')
    expect((await desk.decline(code, 'unable')).failure().error).toBe('assignment.ended')
    expect((await desk.round(round)).data.works.map((work) => work.code)).toEqual([other])
    const conflicts = await site.pool.query(`select kind, reason from conflict where reviewer_id = $1`, [reviewerId])
    expect(conflicts.rows).toEqual([{ kind: 'declared', reason: 'I taught them.' }])
    const sheets = await site.pool.query(
      `select scores from sheet join assignment on assignment.id = assignment_id where reviewer_id = $1`,
      [reviewerId],
    )
    expect(sheets.rows).toEqual([{ scores: { design: 5000 } }])
  })

  test('a work that cannot be judged is given back without a conflict', async () => {
    const { works, experts } = await startRound({ works: 1 })
    const { person, reviewerId } = experts[0]!
    expect((await deskOf(person).decline(works[0]!.code, 'unable')).data).toEqual({ next: null })
    const { rows } = await site.pool.query(`select 1 from conflict where reviewer_id = $1`, [reviewerId])
    expect(rows).toEqual([])
  })

  test('a report is shown to the expert who made it', async () => {
    const { works, experts, code: round } = await startRound()
    const desk = deskOf(experts[0]!.person)
    await desk.flag(works[0]!.code)
    expect((await desk.work(works[0]!.code)).data.flags).toEqual([
      { kind: 'identity', text: 'A badge at 02:10', isResolved: false },
    ])
    const flagged = (await desk.round(round)).data.works.map((work) => [work.code === works[0]!.code, work.hasFlag])
    expect(flagged.every(([is, has]) => is === has)).toBe(true)
  })
})

describe('whose work it is', () => {
  test('another expert of the round, one of another round and one who is not invited learn nothing of it', async () => {
    const { works, code: round } = await startRound({ experts: 3, rules: { expertsPerWork: 1 } })
    const elsewhere = await startRound()
    const stranger = await createExpert(site)
    const { code } = works[0]!
    const nowhere = (await deskOf(stranger).work('ABCDEF')).failure()
    for (const person of [elsewhere.experts[0]!.person, stranger]) {
      const desk = deskOf(person)
      const told = [await desk.work(code), await desk.save(code, 0, {}), await desk.flag(code)].map((answer) => ({
        ...answer.failure(),
        requestId: '',
      }))
      expect(told).toEqual(Array.from({ length: 3 }, () => ({ ...nowhere, requestId: '' })))
      expect((await desk.round(round)).failure().error).toBe('round.notFound')
    }
  })

  test('a removed expert is told that the assignment has ended, and no longer finds the round', async () => {
    const { works, experts, code: round } = await startRound()
    const { person, reviewerId } = experts[0]!
    const desk = deskOf(person)
    await desk.save(works[0]!.code, 0, { design: 5000 })
    await site.pool.query(`update assignment set state = 'removed' where reviewer_id = $1`, [reviewerId])
    await site.pool.query(`update reviewer set state = 'removed' where id = $1`, [reviewerId])
    expect((await desk.save(works[0]!.code, 1, { design: 5100 })).failure().error).toBe('assignment.ended')
    expect((await desk.round(round)).failure().error).toBe('round.notFound')
    expect((await desk.rounds()).map((each) => each.code)).not.toContain(round)
  })

  test('a draft round shows its invitation and no work', async () => {
    const { editionId, activityId } = shared
    const { id, code } = await storeRound(site, { editionId, activityIds: [activityId] })
    const person = await createExpert(site)
    await storeReviewer(site, id, person.id)
    expect((await deskOf(person).rounds()).map((each) => [each.code, each.state])).toEqual([[code, 'draft']])
    expect((await deskOf(person).round(code)).failure().error).toBe('round.notOpen')
  })
})
