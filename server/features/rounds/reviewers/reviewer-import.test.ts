import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId, EditionId, RoundId } from '@lectern/contract/ids.ts'
import { listPanels, listReviewers, type importReviewers } from '@lectern/contract/rounds/reviewers.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq } from '../../../platform/database/drizzle.ts'
import { readSheet } from '../../../platform/sheets/read-sheet.ts'
import { createEdition } from '../../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { createExpert, storeRound } from '../../../testing/rounds.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'
import { createWorkActivity } from '../../../testing/works.ts'
import { account } from '../../accounts/tables.ts'
import { outbox } from '../../outbox/tables.ts'

let site: TestSite
let editionId: EditionId
let activityId: ActivityId
let organiser: TestPerson

beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  activityId = await createWorkActivity(site, editionId)
  organiser = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())

const newRound = async (): Promise<RoundId> => (await storeRound(site, { editionId, activityIds: [activityId] })).id

const upload = async (id: RoundId, rows: readonly string[], { dryRun = false, locale = 'en-US' } = {}) => {
  const answer = await fetch(`${site.url}/api/rounds/${id}/reviewers/import?dryRun=${dryRun}`, {
    method: 'POST',
    headers: { ...organiser.headers, 'content-type': 'text/csv', 'accept-language': locale },
    body: rows.join('\n'),
  })
  return ((await answer.json()) as { data: AnswerOf<typeof importReviewers> }).data
}

const reviewersOf = async (id: RoundId) =>
  (await site.ask(listReviewers, { headers: english(organiser), params: { id }, query: {} })).data.list

test('a sheet creates missing experts and invites all of them, after a dry run that changes nothing', async () => {
  const id = await newRound()
  const known = await createExpert(site, { email: 'known@example.org', realName: '钱老师' })
  const rows = [
    '姓名,邮箱,单位,专业领域,最多评审件数,评审组,组长',
    '赵新,Zhao@Example.org,青川大学,人工智能、教学评价,12,一组,是',
    '钱老师,known@example.org,,,,一组,',
  ]
  const outcomes = [
    { row: 2, name: '赵新', outcome: 'new', problems: [] },
    { row: 3, name: '钱老师', outcome: 'known', problems: [] },
  ]
  expect(await upload(id, rows, { dryRun: true })).toEqual({ dryRun: true, invited: 0, rows: outcomes })
  expect(await reviewersOf(id)).toEqual([])
  expect(await upload(id, rows)).toEqual({ dryRun: false, invited: 2, rows: outcomes })
  const [made] = await site.db.select().from(account).where(eq(account.email, 'zhao@example.org'))
  expect([made!.access, made!.realName, made!.school]).toEqual(['expert', '赵新', '青川大学'])
  const list = await reviewersOf(id)
  expect(list.map((row) => [row.account, row.institution, row.fields, row.maxWorks, row.isChair])).toEqual([
    [made!.id, '青川大学', ['ai', 'assessment'], 12, true],
    [known.id, '云泽师范大学', [], 30, false],
  ])
  const panels = (await site.ask(listPanels, { headers: english(organiser), params: { id } })).data.list
  expect(panels.map(({ name, members, chair }) => [name, members, chair])).toEqual([['一组', 2, '赵新']])
  const letters = await site.db.select().from(outbox).where(eq(outbox.accountId, made!.id))
  expect(letters.map(({ letter }) => letter).toSorted()).toEqual(['invited', 'notice'])
  const again = await upload(id, rows)
  expect([again.invited, again.rows.map(({ outcome }) => outcome)]).toEqual([0, ['invited', 'invited']])
})

test('a sheet with problems invites nobody and names the problems of every row at once', async () => {
  const id = await newRound()
  await createPerson(site, { email: 'teacher@example.org' })
  const rows = [
    'Name,Email,Fields,Max works,Panel,Chair',
    'Good,good@example.org,AI,5,A,yes',
    ',not-an-address,Astrology,0,A,perhaps',
    'Teacher,teacher@example.org,,,,',
    'Good again,good@example.org,,,A,yes',
    'Nobody,,,,,',
  ]
  const { invited, rows: answered } = await upload(id, rows)
  expect(invited).toBe(0)
  expect(answered.map(({ row, outcome, problems }) => [row, outcome, problems.map(({ column }) => column)])).toEqual([
    [2, 'new', []],
    [3, 'wrong', ['Name', 'Chair', 'Email', 'Fields', 'Max works']],
    [4, 'wrong', ['Name']],
    [5, 'wrong', ['Name', 'Chair']],
    [6, 'wrong', ['Email']],
  ])
  expect(answered[2]!.problems[0]!.message).toBe('Only active expert accounts can be invited.')
  expect(await reviewersOf(id)).toEqual([])
  const chinese = await upload(id, ['姓名,星座', '赵,白羊'], { locale: 'zh-CN' })
  expect(chinese.rows.map(({ row, problems }) => [row, problems.map(({ column }) => column)])).toEqual([
    [1, ['星座', '邮箱']],
  ])
})

test('the template has the columns that an import reads', async () => {
  const id = await newRound()
  const answer = await fetch(`${site.url}/api/rounds/${id}/reviewers/import/template`, {
    headers: { ...organiser.headers, 'accept-language': 'zh-CN' },
  })
  const sheet = await readSheet(Buffer.from(await answer.arrayBuffer()), { maxRows: 10, maxColumns: 20 })
  expect(sheet).toEqual([
    {
      number: 1,
      cells: ['姓名', '邮箱', '手机号', '用户名', '单位', '专业领域', '最多评审件数', '评审组', '组长'],
    },
  ])
})
