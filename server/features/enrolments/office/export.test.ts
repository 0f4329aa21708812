import { saveAnswers, startEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq, sql } from '../../../platform/database/drizzle.ts'
import { readSheet, type SheetRow } from '../../../platform/sheets/read-sheet.ts'
import { createActivity, createEdition, createKnownTeacher } from '../../../testing/contest.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { fixedNow, startSite, type TestSite } from '../../../testing/site.ts'
import { audit, auditPersonal } from '../../audit/tables.ts'

const field = (id: string, label: string, rest: object): FormField =>
  ({ id, label: { 'zh-CN': label }, help: {}, required: false, personal: false, ...rest }) as FormField

const fields = [
  field('idea', '教学设想', { type: 'text' }),
  field('level', '学段', { type: 'choice', options: [{ id: 'high', label: { 'zh-CN': '高中' } }] }),
  field('card', '教师证号', { type: 'text', personal: true }),
]

let site: TestSite
let editionId: EditionId
let course: ActivityId
let other: ActivityId
let admin: TestPerson

const send = (who: TestPerson, path: string, body: unknown, method: 'POST' | 'PUT' = 'POST') =>
  site.call(method, path, { headers: who.headers, body })

const enrol = async (activityId: ActivityId, name: string, answers: object, teacher: object) => {
  const captain = await createKnownTeacher(site, teacher)
  const team = (await send(captain, '/api/teams', { activityId, name, slogan: '' })).data(createTeam)
  const { id, version } = (await send(captain, '/api/enrolments', { teamId: team.id })).data(startEnrolment)
  const saved = await send(captain, `/api/enrolments/${id}/answers`, { version, answers }, 'PUT')
  const { version: seen } = saved.data(saveAnswers)
  await send(captain, `/api/enrolments/${id}/submission`, { version: seen })
}

beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  course = await createActivity(site, editionId, { code: 'KC', fields })
  admin = await createPerson(site, { access: 'admin' })
  const teacher = { realName: '李雷', email: 'lilei@example.org', phone: '+8613911112222', school: '云泽大学' }
  await enrol(course, '粉笔', { idea: '=1+1', level: 'high', card: '@T-7' }, teacher)
  other = await createActivity(site, editionId, { code: 'WK', name: { 'zh-CN': '微课' } })
  await enrol(other, '@SUM(A1)', {}, { realName: '韩梅梅' })
})
afterAll(() => site.close())

const download = async (query: string) => {
  const answer = await fetch(`${site.url}/api/enrolments/export?${query}`, {
    headers: { ...admin.headers, 'accept-language': 'zh-CN' },
  })
  expect(answer.status).toBe(200)
  return { headers: answer.headers, file: Buffer.from(await answer.arrayBuffer()) }
}

const rowsOf = async (file: Buffer): Promise<string[][]> => {
  const rows = await readSheet(file, { maxRows: 5_000, maxColumns: 100 })
  return (rows as SheetRow[]).map(({ cells }) => cells)
}

// oxfmt-ignore
const headings = ['编号', '状态', '赛项', '团队', '学校', '省份', '队员人数', '指导教师人数', '提交时间（北京时间）', '宽限期内提交',
  '审核时间（北京时间）', '审核意见', '重新提交截止（北京时间）']
// oxfmt-ignore
const expectedRow = ['2026-KC-0001', '待审核', '课程创新', '粉笔', '云泽大学', '北京市', '1', '0', '2031-05-20 20:00', '', '', '', '']

test('a sheet tells nothing about persons unless that is chosen', async () => {
  const { headers, file } = await download(`format=xlsx&activity=${course}`)
  expect(await rowsOf(file)).toEqual([
    [...headings, '教学设想', '学段'],
    [...expectedRow, '=1+1', '高中'],
  ])
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-disposition')).toContain(encodeURIComponent('报名列表 2031-05-20.xlsx'))
})

test('names, contacts and personal answers come where they are chosen', async () => {
  const { headers, file } = await download(`format=xlsx&activity=${course}&personal=names,contacts,answers`)
  expect(await rowsOf(file)).toEqual([
    [...headings, '队长', '队员', '指导教师', '队长邮箱', '队长手机', '教学设想', '学段', '教师证号'],
    [...expectedRow, '李雷', '', '', 'lilei@example.org', '+8613911112222', '=1+1', '高中', '@T-7'],
  ])
  expect(headers.get('content-disposition')).toContain(encodeURIComponent('报名列表（含个人信息）2031-05-20.xlsx'))
})

test('questions of several activities stand under the code of theirs', async () => {
  const { file } = await download('format=xlsx&sort=number')
  const [first, ...rows] = await rowsOf(file)
  expect(first!.filter((heading) => heading.startsWith('KC '))).toEqual(['KC 教学设想', 'KC 学段'])
  const column = first!.indexOf('KC 教学设想')
  const known = rows.filter(([number]) => /^2026-(KC|WK)-/.test(number!))
  expect(known.map((cells) => [cells[0], cells[column] ?? ''])).toEqual([
    ['2026-KC-0001', '=1+1'],
    ['2026-WK-0001', ''],
  ])
})

test('no cell is a formula: CSV puts a mark before it, XLSX holds it as text', async () => {
  for (const [activity, marked] of [
    [course, ["'=1+1", "'@T-7"]],
    [other, ["'@SUM(A1)"]],
  ] as const) {
    const csv = (await download(`format=csv&personal=answers&activity=${activity}`)).file.toString()
    expect(csv.charCodeAt(0)).toBe(0xfeff)
    expect(csv.match(/'[=@][^,\r\n]*/g)).toEqual(marked)
    expect(/(^|,|")[=@+]/m.test(csv.slice(1))).toBe(false)
  }
  const { readXlsx } = await import('hucre/xlsx')
  const [sheet] = (await readXlsx((await download('format=xlsx')).file)).sheets
  expect([...(sheet!.cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).toEqual([])
})

test('nor are headings, chosen options, names and reasons, whatever they begin with', async () => {
  const odd = await createActivity(site, editionId, {
    code: 'ODD',
    name: { 'zh-CN': '=HYPERLINK("https://evil.example")' },
    fields: [
      field('idea', '=cmd|calc', { type: 'text' }),
      field('level', '\t=1', { type: 'choice', options: [{ id: 'high', label: { 'zh-CN': '-2+3' } }] }),
    ],
  })
  await enrol(odd, '＝SUM(A1)', { idea: '+1', level: 'high' }, { realName: '=1+2', school: '@SUM(1)' })
  await site.db.execute(sql`update enrolment set reason = '-1+1', state = 'approved' where activity_id = ${odd}`)
  const query = `activity=${odd}&personal=names`
  const csv = (await download(`format=csv&${query}`)).file.toString().slice(1)
  const cells = csv
    .trim()
    .split('\r\n')
    .flatMap((row) => row.split(','))
    .map((cell) => cell.replace(/^"/, ''))
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  const [headed, row] = await rowsOf((await download(`format=xlsx&${query}`)).file)
  expect([headed!.slice(-2), row!.slice(-2)]).toEqual([
    ['=cmd|calc', '\t=1'],
    ['+1', '-2+3'],
  ])
})

test('who exports what is written down, with what of the people in it', async () => {
  await download('format=csv&search=li&personal=names')
  const rows = await site.db
    .select({ action: audit.action, id: audit.subjectId, content: auditPersonal.content })
    .from(audit)
    .innerJoin(auditPersonal, eq(auditPersonal.auditId, audit.id))
    .where(sql`${auditPersonal.content} -> 'changes' -> 'after' ->> 'search' = 'li'`)
  expect(rows).toEqual([
    {
      action: 'enrolments.exported',
      id: 'csv',
      content: {
        changes: {
          before: null,
          after: { search: 'li', edition: editionId, rows: 'teams', personal: ['names'], count: 0 },
        },
        address: '127.0.0.1',
      },
    },
  ])
})

test.each(['format=pdf', 'personal=everything&format=csv', 'page=1&format=csv'])('refuses %s', async (query) => {
  const answer = await site.get(`/api/enrolments/export?${query}`, admin.headers)
  expect([answer.status, answer.failure().fields?.map(({ path }) => path.split('.')[0])]).toEqual([
    422,
    [query.split('=')[0]],
  ])
})

test('more than are read at a time all arrive, once each and in order', async () => {
  const large = await createActivity(site, editionId, { code: 'MANY' })
  await site.db.execute(sql`alter table enrolment disable trigger user`)
  await site.db.execute(sql`
    with teams as (
      insert into team (id, activity_id, name, invite_code, invite_expires_at, created_at, updated_at)
      select gen_random_uuid(), ${large}, 'Many ' || n, 'MANY' || n, ${fixedNow}, ${fixedNow}, ${fixedNow} from generate_series(1, 1200) as n
      returning id, name
    )
    insert into enrolment (id, activity_id, team_id, edition_id, state, number, sequence, school, created_at, updated_at)
    select gen_random_uuid(), ${large}, id, ${editionId}, 'approved', 'M-' || split_part(name, ' ', 2), 1000 + split_part(name, ' ', 2)::int, 'Many', ${fixedNow}, ${fixedNow}
    from teams`)
  await site.db.execute(sql`alter table enrolment enable trigger user`)
  const { file } = await download('format=csv&school=Many&sort=number')
  const numbers = (await rowsOf(file)).slice(1).map(([number]) => Number(number!.slice(2)))
  expect(numbers).toEqual(Array.from({ length: 1_200 }, (_, index) => index + 1))
})

test('numbers and dates are numbers and dates of a sheet, times as the clocks of the edition show them', async () => {
  const dated = await createActivity(site, editionId, {
    code: 'DAT',
    fields: [field('hours', '学时', { type: 'number' }), field('day', '日期', { type: 'date' })],
  })
  await enrol(dated, '数字', { hours: -2.5, day: '2031-03-01' }, { realName: '李雷' })
  const { readXlsx } = await import('hucre/xlsx')
  const [sheet] = (await readXlsx((await download(`format=xlsx&activity=${dated}`)).file)).sheets
  const row = sheet!.rows[1]!
  expect([row[6], row[8], row[13], row[14]]).toEqual([
    1,
    new Date('2031-05-20T20:00:00Z'),
    -2.5,
    new Date('2031-03-01T00:00:00Z'),
  ])
  const csv = (await download(`format=csv&activity=${dated}`)).file.toString()
  expect(csv.trim().split('\r\n')[1]!.endsWith(',2031-05-20 20:00,,,,,-2.5,2031-03-01')).toBe(true)
})

test('a sheet may have one row for each person, with names and contacts where they are chosen', async () => {
  const pair = await createActivity(site, editionId, { code: 'DUO', fields })
  await enrol(pair, '双人', { idea: 'x' }, { realName: '李雷', email: 'li@example.org', phone: '+8613911115555' })
  const advisor = await createKnownTeacher(site, { realName: '韩梅梅', school: '北江大学', department: '物理系' })
  await site.pool.query(
    `insert into team_member (team_id, activity_id, account_id, role, position, joined_at)
     select id, activity_id, $2, 'advisor', 9, $3 from team where activity_id = $1`,
    [pair, advisor.id, fixedNow],
  )
  const plain = await rowsOf((await download(`format=xlsx&rows=people&activity=${pair}`)).file)
  const head = ['2026-DUO-0001', '待审核', '课程创新', '双人']
  expect(plain).toEqual([
    ['编号', '状态', '赛项', '团队', '身份', '学校', '院系', '职称', '省份', '城市', '提交时间（北京时间）'],
    [...head, '队长', '江州一中', '数学组', '教师', '北京市', '110100', '2031-05-20 20:00'],
    [...head, '指导教师', '北江大学', '物理系', '教师', '北京市', '110100', '2031-05-20 20:00'],
  ])
  const named = await rowsOf(
    (await download(`format=csv&rows=people&activity=${pair}&personal=names,contacts,answers`)).file,
  )
  expect(named.map((cells) => [cells[4], cells[5], cells[11], cells[12]])).toEqual([
    ['身份', '姓名', '邮箱', '手机'],
    ['队长', '李雷', 'li@example.org', '+8613911115555'],
    ['指导教师', '韩梅梅', expect.any(String), expect.any(String)],
  ])
})
