import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eq, sql } from '../../platform/database/drizzle.ts'
import { readSheet, type SheetRow } from '../../platform/sheets/read-sheet.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { audit, auditPersonal } from '../audit/tables.ts'

let site: TestSite
let admin: TestPerson
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.execute(sql`truncate account, outbox cascade`)
  admin = await createPerson(site, { access: 'admin', username: 'the-organiser' })
})

const download = async (query: string, locale = 'zh-CN') => {
  const answer = await fetch(`${site.url}/api/users/export?${query}`, {
    headers: { ...admin.headers, 'accept-language': locale },
  })
  expect(answer.status).toBe(200)
  return { headers: answer.headers, file: Buffer.from(await answer.arrayBuffer()) }
}

const rowsOf = async (file: Buffer): Promise<string[][]> => {
  const rows = await readSheet(file, { maxRows: 5_000, maxColumns: 100 })
  return (rows as SheetRow[]).map(({ cells }) => cells)
}

const createTeacher = () =>
  createPerson(site, {
    username: '王老师',
    realName: '王小明',
    email: 'wang@example.org',
    phone: '+8613800000000',
    school: '云泽大学',
    country: 'CN',
    province: '110000',
    city: '110101',
    access: 'expert',
    status: 'disabled',
    createdAt: after(-60_000),
  })

test.each(['xlsx', 'csv'])(
  'a sheet (%s) holds exactly the members of the filter, in the organiser’s language',
  async (format) => {
    await createTeacher()
    await createPerson(site, { username: 'another' })
    const { headers, file } = await download(`format=${format}&access=expert`)
    expect(await rowsOf(file)).toEqual([
      // oxfmt-ignore
      ['用户名', '真实姓名', '昵称', '邮箱', '手机号', '学校', '院系', '职称', '国家或地区', '省份', '城市', '街道地址', '权限', '状态',
      '注册时间（Asia/Shanghai）', '最近访问（Asia/Shanghai）'],
      // oxfmt-ignore
      ['王老师', '王小明', '', 'wang@example.org', '+8613800000000', '云泽大学', '', '', '中国', '北京市', '东城区', '', '专家', '已停用',
      '2031-05-20 19:59', '2031-05-20 20:00'],
    ])
    expect(headers.get('content-type')).toBe(
      format === 'csv'
        ? 'text/csv; charset=utf-8'
        : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="_____2031-05-20.${format}"; filename*=UTF-8''${encodeURIComponent(`用户列表 2031-05-20.${format}`)}`,
    )
    expect(headers.get('cache-control')).toBe('no-store')
  },
)

test('headings, names of places and words follow the language', async () => {
  await createTeacher()
  const { file } = await download('format=csv&access=expert', 'en-US')
  const [headings, row] = await rowsOf(file)
  expect(headings?.slice(0, 3)).toEqual(['Username', 'Full name', 'Nickname'])
  expect(row?.slice(8, 14)).toEqual(['China', 'Beijing', 'Dongcheng District', '', 'Expert', 'Disabled'])
})

test('spreadsheets see that a CSV file is UTF-8', async () => {
  const { file } = await download('format=csv')
  expect(file.subarray(0, 3).toString('hex')).toBe('efbbbf')
})

const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '=cmd|calc!A1']

test('no cell of a CSV file is a formula', async () => {
  for (const realName of hostile) await createPerson(site, { realName, access: 'expert' })
  const { file } = await download('format=csv&access=expert')
  const cells = file
    .toString()
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[1])
  expect(cells.toSorted()).toEqual(hostile.map((name) => `'${name}`).toSorted())
})

test('no cell of an XLSX file is a formula, and each is what it was', async () => {
  for (const realName of hostile) await createPerson(site, { realName, access: 'expert' })
  const { file } = await download('format=xlsx&access=expert')
  const { readXlsx } = await import('hucre/xlsx')
  const [sheet] = (await readXlsx(file)).sheets
  const { rows, cells } = sheet!
  expect(
    rows
      .slice(1)
      .map((row) => row[1])
      .toSorted(),
  ).toEqual(hostile.toSorted())
  expect([...(cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).toEqual([])
})

test('more members than are read at a time all arrive, once each, newest first', async () => {
  await site.db.execute(sql`
    insert into account (id, username, locale, access, status, created_at, updated_at)
    select gen_random_uuid(), 'member-' || n, 'zh-CN', 'user', 'active', ${fixedNow}::timestamptz - n / 7 * interval '1 minute', ${fixedNow}
    from generate_series(1, 2500) as n`)
  const { file } = await download('format=csv&search=member')
  const names = (await rowsOf(file)).slice(1).map(([username]) => username)
  const numbers = names.map((name) => Math.floor(Number(name!.slice('member-'.length)) / 7))
  expect(new Set(names).size).toBe(2_500)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
})

test('an export is written down with its filter and its count; one that is refused is not', async () => {
  const before = (await site.db.select().from(audit)).length
  await createTeacher()
  await download('format=csv&access=expert&search=wang')
  const refused = await site.get('/api/users/export?format=pdf', admin.headers)
  expect([refused.status, refused.failure().fields?.map(({ path }) => path)]).toEqual([422, ['format']])
  const rows = await site.db
    .select({ action: audit.action, kind: audit.subjectKind, actor: audit.actorId, content: auditPersonal.content })
    .from(audit)
    .innerJoin(auditPersonal, eq(auditPersonal.auditId, audit.id))
    .where(eq(audit.actorId, admin.id))
  expect((await site.db.select().from(audit)).length).toBe(before + 1)
  expect(rows).toEqual([
    {
      action: 'members.exported',
      kind: 'members',
      actor: admin.id,
      content: {
        changes: { before: null, after: { access: 'expert', search: 'wang', count: 1 } },
        address: '127.0.0.1',
      },
    },
  ])
})

test('asking for the headers alone makes no sheet, and leaves no entry', async () => {
  const answer = await site.call('HEAD', '/api/users/export?format=csv', { headers: admin.headers })
  // The remaining route is that of a single member, and `export` is no id.
  expect([answer.status, await site.db.$count(audit, eq(audit.actorId, admin.id))]).toEqual([422, 0])
})
