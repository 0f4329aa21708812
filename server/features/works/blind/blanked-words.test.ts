import type { ActivityId, EditionId, WorkId } from '@lectern/contract/ids.ts'
import { readDeskRound, readDeskWork } from '@lectern/contract/review/review.ts'
import { blankWords, listWorks, readWorkDossier, showWords } from '@lectern/contract/works/work-office.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../platform/database/drizzle.ts'
import { acceptWork } from '../../../testing/accepted-works.ts'
import { createEdition } from '../../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import {
  createExpert,
  moveStoredRound,
  storeAssignment,
  storeEntry,
  storeReviewer,
  storeRound,
} from '../../../testing/rounds.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'
import { createApprovedTeam, createWorkActivity, workerOf } from '../../../testing/works.ts'

let site: TestSite
let organiser: TestPerson
let editionId: EditionId
let activityId: ActivityId
let workId: WorkId

const title = '王芳与王 芳的课'

beforeAll(async () => {
  site = await startSite()
  organiser = await createPerson(site, { access: 'admin', realName: '赵敏' })
  editionId = await createEdition(site)
  activityId = await createWorkActivity(site, editionId)
})
afterAll(() => site.close())

const dossier = async () =>
  (await site.ask(readWorkDossier, { headers: english(organiser), params: { id: workId } })).data

const blank = async (who = organiser) => {
  const leaks = (await dossier()).leaks.filter(({ isTyped }) => isTyped).map(({ id }) => id)
  return site.ask(blankWords, { headers: english(who), params: { id: workId }, body: { leaks } })
}

const openLeaks = async () => {
  const query = { activity: activityId }
  const { list } = (await site.ask(listWorks, { headers: english(organiser), query })).data
  return list.find(({ id }) => id === workId)!.openLeaks
}

/** The work in a round, as an expert reads it in the list and on its page. */
const atDesk = async () => {
  const { id: roundId, code: round } = await storeRound(site, { editionId, activityIds: [activityId] })
  const expert = await createExpert(site)
  const reviewerId = await storeReviewer(site, roundId, expert.id)
  const { id: entryId, code } = await storeEntry(site, roundId, workId)
  await storeAssignment(site, roundId, entryId, reviewerId)
  await moveStoredRound(site, roundId, 'open')
  const headers = english(expert)
  const { works } = (await site.ask(readDeskRound, { headers, params: { round } })).data
  const read = (await site.ask(readDeskWork, { headers, params: { code } })).data
  return [works[0]!.title, read.title]
}

describe('an organiser', () => {
  beforeEach(async () => {
    workId = (await acceptWork(site, activityId, organiser, { title })).workId
  })

  test('one tap blanks a name in every text, however it is written, and its hints are gone', async () => {
    expect((await dossier()).leaks.map(({ value, place }) => [value, place])).toEqual([['王芳', 'Title']])
    const answer = (await blank()).data
    expect([answer.leaks, answer.blankedWords.map(({ word, value, by }) => [word, value, by])]).toEqual([
      [],
      [
        ['王 芳', '王芳', '赵敏'],
        ['王芳', '王芳', '赵敏'],
      ],
    ])
    expect(await openLeaks()).toBe(0)
    const { versions, blankedWords } = await dossier()
    expect([versions[0]!.title, versions[0]!.forExperts.title, blankedWords.length]).toEqual([title, '██与███的课', 2])
    expect(await atDesk()).toEqual(['██与███的课', '██与███的课'])
    const { rows } = await site.pool.query(
      `select manifest::jsonb ->> 'title' as title from submission where work_id = $1`,
      [workId],
    )
    expect(rows).toEqual([{ title }])
  })

  test('what is shown again is read by experts, and is a hint again', async () => {
    await blank()
    const as = { headers: english(organiser), params: { id: workId } }
    const { leaks, blankedWords } = (await site.ask(showWords, { ...as, body: { words: ['王 芳'] } })).data
    expect([leaks.map(({ context }) => context), blankedWords.map(({ word }) => word)]).toEqual([
      ['██与王 芳的课'],
      ['王芳'],
    ])
    expect((await site.ask(showWords, { ...as, body: { words: ['王 芳'] } })).failure().error).toBe('resource.changed')
    expect(await atDesk()).toEqual(['██与王 芳的课', '██与王 芳的课'])
  })

  test('what experts are judging is neither blanked nor shown again', async () => {
    await blank()
    await atDesk()
    const as = { headers: english(organiser), params: { id: workId } }
    expect((await site.ask(showWords, { ...as, body: { words: ['王芳'] } })).failure().error).toBe('work.textsJudged')
    workId = (await acceptWork(site, activityId, organiser, { title })).workId
    await atDesk()
    expect((await blank()).failure().error).toBe('work.textsJudged')
  })

  test('the log tells who blanked what', async () => {
    await blank()
    const { rows } = await site.pool.query(
      `select action, actor_id as actor from audit where subject_id = $1 and action like 'work.words%'`,
      [workId],
    )
    expect(rows).toEqual([{ action: 'work.wordsBlanked', actor: organiser.id }])
  })

  test('a hint that is corrected by typing is gone with the answer to the save', async () => {
    const team = await createApprovedTeam(site, activityId, organiser)
    const worker = workerOf(site, team.captain)
    const { id } = await worker.start(team.enrolmentId)
    const named = (await worker.fill(id, { title: '王芳的课' })).data
    expect(named.leaks.map(({ kind, value, place }) => [kind, value, place])).toEqual([['name', '王芳', 'Title']])
    expect((await worker.fill(id, { title: '一节课' })).data.leaks).toEqual([])
  })
})

describe('the database', () => {
  const blanked = async (text: string, words: string[]): Promise<string> => {
    const { rows } = await site.db.execute<{ text: string }>(
      sql`select blank_words(${text}, ${sql.param(words)}::text[]) as text`,
    )
    return rows[0]!.text
  }

  test.each([
    [
      'a name in letters is not blanked in a longer word',
      'Li taught Listening. Li!',
      ['Li'],
      '██ taught Listening. ██!',
    ],
    [
      'signs are taken as they are',
      'write to a.b+c@x.org or aXb@x.org',
      ['a.b+c@x.org'],
      'write to ███████████ or aXb@x.org',
    ],
    ['a number is blanked behind its country code', 'call +8613912345678', ['13912345678'], 'call +86███████████'],
    ['a name stands anywhere among characters', '请王芳老师讲', ['王芳'], '请██老师讲'],
    ['the longest word is blanked first if it comes first', '王芳芳', ['王芳芳', '王芳'], '███'],
    ['without words a text stays as it is', '王芳', [], '王芳'],
  ])('%s', async (_name, text, words, expected) => {
    expect(await blanked(text, words)).toBe(expected)
  })
})
