import type { importMembers } from '@lectern/contract/accounts/accounts.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { Failure } from '@lectern/contract/envelope.ts'
import { samples } from '@lectern/contract/testing/repetitions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asc, eq, ne, sql } from '../../platform/database/drizzle.ts'
import { t } from '../../platform/messages.ts'
import { readSheet } from '../../platform/sheets/read-sheet.ts'
import { writeSheet } from '../../platform/sheets/write-sheet.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { account } from '../accounts/tables.ts'
import { audit, auditPersonal } from '../audit/tables.ts'
import { outbox } from '../outbox/tables.ts'
import { credential } from '../sign-in/tables.ts'

let site: TestSite
let admin: TestPerson
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.db.execute(sql`truncate account, outbox cascade`)
  admin = await createPerson(site, { access: 'admin', username: 'the-organiser' })
})

type Outcome = AnswerOf<typeof importMembers>

const upload = async (file: Buffer | string, { dryRun = true, type = 'text/csv', locale = 'en-US' } = {}) => {
  const answer = await fetch(`${site.url}/api/users/import?dryRun=${dryRun}`, {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': type, 'accept-language': locale },
    body: typeof file === 'string' ? file : new Uint8Array(file),
  })
  return { status: answer.status, data: ((await answer.json()) as { data: Outcome & Failure }).data }
}

const members = () => site.db.select().from(account).where(ne(account.id, admin.id)).orderBy(asc(account.username))

const xlsxOf = async (headings: string[], ...rows: string[][]): Promise<Buffer> => {
  const each = async function* () {
    yield* rows
  }
  const sheet = await writeSheet('xlsx', {
    name: 'Members',
    columns: headings.map((heading) => ({ heading })),
    rows: each(),
  })
  return Buffer.concat((await sheet.toArray()) as Buffer[])
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

describe('a sheet without problems', () => {
  const headings = ['用户名', '真实姓名', '邮箱', '手机号', '学校', '省份', '城市', '权限']
  const rows = [
    ['王老师', '王小明', 'Wang@Example.org', '138 0000 0000', '云泽大学', '北京', '东城区', '专家'],
    ['li-ming', '李明', '', '+8613900000000', '', '', '', ''],
  ]

  test('is only looked at in a dry run', async () => {
    const answer = await upload(await xlsxOf(headings, ...rows), { type: xlsxType })
    expect(answer).toEqual({ status: 200, data: { dryRun: true, rows: 2, created: 0, problems: [] } })
    expect([await members(), await site.db.select().from(outbox)]).toEqual([[], []])
  })

  test('becomes members without a password, who are told, and is written down', async () => {
    const answer = await upload(await xlsxOf(headings, ...rows), { type: xlsxType, dryRun: false, locale: 'zh-CN' })
    expect(answer).toEqual({ status: 200, data: { dryRun: false, rows: 2, created: 2, problems: [] } })
    const [li, wang] = (await members()) as [typeof account.$inferSelect, typeof account.$inferSelect]
    const { search: _search, id, ...stored } = wang
    expect(stored).toEqual({
      username: '王老师',
      nickname: null,
      realName: '王小明',
      email: 'wang@example.org',
      phone: '+8613800000000',
      avatarId: null,
      profile: null,
      country: null,
      province: '110000',
      city: '110101',
      address: null,
      school: '云泽大学',
      institutionId: null,
      department: null,
      title: null,
      locale: 'zh-CN',
      access: 'expert',
      status: 'active',
      mailChoices: {},
      version: 1,
      createdAt: fixedNow,
      updatedAt: fixedNow,
    })
    expect([li.username, li.access]).toEqual(['li-ming', 'user'])
    expect(await site.db.select().from(credential)).toEqual([])
    const letters = await site.db
      .select({ to: outbox.recipient, letter: outbox.letter, content: outbox.content, locale: outbox.locale })
      .from(outbox)
      .orderBy(asc(outbox.recipient))
    const expectedLetter = (to: string, username: string) => ({
      to,
      letter: 'invited',
      content: { username, link: '/account/reviserPwd' },
      locale: 'zh-CN',
    })
    expect(letters).toEqual([
      expectedLetter('+8613800000000', '王老师'),
      expectedLetter('+8613900000000', 'li-ming'),
      expectedLetter('wang@example.org', '王老师'),
    ])
    const [written, ...others] = await site.db
      .select({ action: audit.action, kind: audit.subjectKind, content: auditPersonal.content })
      .from(audit)
      .innerJoin(auditPersonal, eq(auditPersonal.auditId, audit.id))
      .where(eq(audit.actorId, admin.id))
    expect(others).toEqual([])
    expect([written!.action, written!.kind]).toEqual(['account.imported', 'members'])
    expect((written!.content.changes!.after as { accounts: string[] }).accounts.toSorted()).toEqual(
      [id, li.id].toSorted(),
    )
  })
})

describe('the kinds of files', () => {
  const csv = '用户名,邮箱,学校\r\n老师一,one@example.org,云泽大学\r\n'
  const gbk = Buffer.concat([
    // 用户名,邮箱,学校 / 老师一,one@example.org,云泽大学 in the encoding of Chinese spreadsheet programs.
    Buffer.from('d3c3bba7c3fb2cd3cacfe42cd1a7d0a30d0a', 'hex'),
    Buffer.from('c0cfcaa6d2bb2c', 'hex'),
    Buffer.from('one@example.org,'),
    Buffer.from('d4c6d4f3b4f3d1a70d0a', 'hex'),
  ])

  test.each([
    ['UTF-8', Buffer.from(csv)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${csv}`)],
    ['GBK', gbk],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${csv}`, 'utf16le')],
    ['semicolons', Buffer.from(csv.replaceAll(',', ';'))],
    ['tabs', Buffer.from(csv.replaceAll(',', '\t'))],
    ['quotes', Buffer.from('"用户名","邮箱","学校"\n"老师一","one@example.org","云泽大学"')],
  ])('a CSV file in %s is understood', async (_name, file) => {
    expect((await upload(file, { dryRun: false })).data).toEqual({ dryRun: false, rows: 1, created: 1, problems: [] })
    expect((await members()).map(({ username, email, school }) => ({ username, email, school }))).toEqual([
      { username: '老师一', email: 'one@example.org', school: '云泽大学' },
    ])
  })

  test.each(samples(['zh-CN', 'zh-TW', 'en-US', 'pt-BR', 'id-ID']))(
    'what was exported in %s can be imported again',
    async (locale) => {
      // oxfmt-ignore
      const values = {
      realName: '=1+1', nickname: '-n', email: 'round@example.org', phone: '+8613800000000', school: 'S',
      department: 'D', title: 'T', country: 'CN', province: '440000', city: '440300', address: 'A', access: 'expert' as const,
    }
      for (const format of ['csv', 'xlsx']) {
        const { id } = await createPerson(site, { ...values, username: 'plus-person' })
        const exported = await fetch(`${site.url}/api/users/export?format=${format}&access=expert`, {
          headers: { ...admin.headers, 'accept-language': locale },
        })
        const file = Buffer.from(await exported.arrayBuffer())
        await site.db.delete(account).where(eq(account.id, id))
        const type = format === 'csv' ? 'text/csv' : xlsxType
        expect((await upload(file, { dryRun: false, locale, type })).data.problems).toEqual([])
        expect(await members()).toMatchObject([{ ...values, username: 'plus-person', status: 'active' }])
        await site.db.execute(sql`delete from account where id <> ${admin.id}`)
      }
    },
  )

  test.each([
    ['nothing', Buffer.alloc(0), 'sheet.unreadable'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'sheet.unreadable'],
    ['a broken archive', Buffer.from('504b0304000000000000000000000000', 'hex'), 'sheet.unreadable'],
    ['a million columns', Buffer.from(`username${',x'.repeat(1_000_000)}\nx`), 'sheet.unreadable'],
    ['headings alone', Buffer.from('username,email\n\n'), 'sheet.empty'],
    ['too many rows', Buffer.from(`username\n${'x\n'.repeat(5_001)}`), 'sheet.tooLong'],
  ])('%s is refused', async (_name, file, error) => {
    const answer = await upload(file, { type: 'application/octet-stream' })
    expect([answer.status, answer.data.error]).toEqual([422, error])
  })

  test('a file that is too large, or is called something else, is refused', async () => {
    const large = await upload(Buffer.alloc(10 * 1024 * 1024 + 1, 'x'))
    expect([large.status, large.data.error, large.data.params]).toEqual([413, 'file.tooLarge', { limitMb: 10 }])
    const other = await upload('x', { type: 'text/html' })
    expect([other.status, other.data.error]).toEqual([415, 'request.unsupportedType'])
  })
})

describe('the problems of a sheet', () => {
  test('are reported for every row and column at once, and nothing is stored', async () => {
    await createPerson(site, { username: 'Taken', email: 'taken@example.org', phone: '+8613800000000' })
    const csv = [
      'username*,E-mail,手机号,Country or region,province,city,access,nickname',
      'ab,not an address,123,,,,admin,',
      ',,,,,,,',
      'ｔａｋｅｎ,TAKEN@example.org,13800000000,,,,,',
      'twin,twin@example.org,,,,,user,',
      'TWIN,twin@example.org,,,,,,',
      'lonely,,,,,,,',
      'where,a@example.org,,Atlantis,,,,',
      'north,b@example.org,,,Nowhere,x,,',
      'south,c@example.org,,中国,广东省,北京,,',
      `long,d@example.org,,,,,,${'n'.repeat(33)}`,
      'abroad,e@example.org,,Brasil,São Paulo,Campinas,,',
      ',f@example.org,,,,,,',
    ].join('\n')
    const { data } = await upload(csv, { dryRun: false })
    const places = t('en-US', 'error.account.regionUnknown')
    const taken = t('en-US', 'error.account.contactTaken')
    expect(data).toEqual({
      dryRun: false,
      rows: 11,
      created: 0,
      problems: [
        { row: 2, column: 'access', value: 'admin', message: 'This must be one of: Participant, Expert' },
        { row: 2, column: 'username*', value: 'ab', message: 'The username must have 3 to 32 characters' },
        { row: 2, column: 'E-mail', value: 'not an address', message: t('en-US', 'field.email.invalid') },
        { row: 2, column: '手机号', value: '123', message: t('en-US', 'field.phone.invalid') },
        { row: 4, column: 'username*', value: 'ｔａｋｅｎ', message: t('en-US', 'error.account.usernameTaken') },
        { row: 4, column: 'E-mail', value: 'TAKEN@example.org', message: taken },
        { row: 4, column: '手机号', value: '13800000000', message: taken },
        { row: 6, column: 'username*', value: 'TWIN', message: 'The same as in row 5. Correct or remove one of them.' },
        {
          row: 6,
          column: 'E-mail',
          value: 'twin@example.org',
          message: 'The same as in row 5. Correct or remove one of them.',
        },
        { row: 7, column: 'E-mail', value: '', message: t('en-US', 'error.account.contactNeeded') },
        {
          row: 8,
          column: 'Country or region',
          value: 'Atlantis',
          message: 'This country or region is not recognized. Please check the name.',
        },
        { row: 9, column: 'province', value: 'Nowhere', message: places },
        { row: 10, column: 'city', value: '北京', message: places },
        { row: 11, column: 'nickname', value: 'n'.repeat(33), message: 'This must have at most 32 characters' },
        { row: 13, column: 'username*', value: '', message: 'This is required' },
      ],
    })
    expect((await members()).map(({ username }) => username)).toEqual(['Taken'])
    expect(await site.db.select().from(outbox)).toEqual([])
  })

  test('come back as a sheet with a column that tells them beside each row', async () => {
    const answer = await fetch(`${site.url}/api/users/import/report`, {
      method: 'POST',
      headers: { ...admin.headers, 'content-type': 'text/csv', 'accept-language': 'en-US' },
      body: 'username,email\nab,no address\nfine,fine@example.org',
    })
    const { data } = (await answer.json()) as { data: { name: string; content: string } }
    expect([answer.status, data.name]).toEqual([200, 'import-problems.xlsx'])
    const wrong = t('en-US', 'field.email.invalid')
    expect(await readSheet(Buffer.from(data.content, 'base64'), { maxRows: 10, maxColumns: 10 })).toEqual([
      { number: 1, cells: ['username', 'email', 'Problems'] },
      {
        number: 2,
        cells: ['ab', 'no address', `username: The username must have 3 to 32 characters\nemail: ${wrong}`],
      },
      { number: 3, cells: ['fine', 'fine@example.org'] },
    ])
    expect(await members()).toEqual([])
  })

  test('have no place in the template: its headings are those of an import', async () => {
    const answer = await fetch(`${site.url}/api/users/import/template`, {
      headers: { ...admin.headers, 'accept-language': 'zh-CN' },
    })
    expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('用户导入模板.xlsx'))
    const sheet = await readSheet(Buffer.from(await answer.arrayBuffer()), { maxRows: 10, maxColumns: 100 })
    // oxfmt-ignore
    expect(sheet).toEqual([{ number: 1, cells: ['用户名', '真实姓名', '昵称', '邮箱', '手机号', '学校', '院系', '职称', '国家或地区',
      '省份', '城市', '街道地址', '权限'] }])
  })

  test('of the headings come first', async () => {
    const { data } = await upload('邮箱,Remarks,E-mail\nx@example.org,x,x')
    expect(data.problems).toEqual([
      {
        row: 1,
        column: 'Remarks',
        value: '',
        message: 'This column is not recognized. Correct its heading or remove it.',
      },
      { row: 1, column: 'E-mail', value: '', message: 'This column appears twice. Remove one of them.' },
      { row: 1, column: 'Username', value: '', message: 'This column is missing. Please add it.' },
    ])
  })

  test('are found with as many statements for one row as for thirty', async () => {
    const sheet = (count: number) =>
      ['username,email', ...Array.from({ length: count }, (_, index) => `name-${index},m${index}@example.org`)].join(
        '\n',
      )
    const asked = async (count: number): Promise<number> => {
      const connection = await site.pool.connect()
      connection.release()
      const statements: string[] = []
      const query = connection.query.bind(connection) as (...args: unknown[]) => unknown
      connection.query = ((...args: unknown[]) => {
        statements.push(String(args[0]))
        return query(...args)
      }) as typeof connection.query
      await upload(sheet(count))
      connection.query = query as typeof connection.query
      return statements.length
    }
    const few = await asked(1)
    expect(few).toBeGreaterThan(2)
    expect(await asked(30)).toBe(few)
  })

  test('between two organisers who import the same sheet at once: one succeeds, the other gets the problems', async () => {
    const csv = `username,email\n${Array.from({ length: 200 }, (_, n) => `same-${n},same${n}@example.org`).join('\n')}`
    const answers = await Promise.all([upload(csv, { dryRun: false }), upload(csv, { dryRun: false })])
    // Names and contacts are checked one after the other: the other import may come in between.
    const expectedLetter = ({ problems }: (typeof answers)[number]['data']) =>
      new Set(problems.map(({ row }) => row)).size
    expect(answers.map(({ data }) => [data.created, expectedLetter(data)]).toSorted()).toEqual([
      [0, 200],
      [200, 0],
    ])
    expect((await members()).length).toBe(200)
  })
})
