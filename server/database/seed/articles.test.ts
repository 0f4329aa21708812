import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Connection } from '../../platform/database/connect.ts'
import { createDatabase } from '../../testing/database.ts'
import { temporaryStorage } from '../../testing/files.ts'
import { seedArticles } from './articles.ts'
import { seedPeople } from './people.ts'
import { createSeedFiles } from './seed-files.ts'
import { parseText } from './texts.ts'

let connection: Connection
beforeAll(async () => {
  connection = connect(await createDatabase(), () => undefined)
})
afterAll(() => connection.close())

test('the demo names the year that it is where the contest takes place', async () => {
  // An hour into the new year in Shanghai.
  const now = new Date('2030-12-31T17:00:00Z')
  const { db } = connection
  const [person] = await seedPeople(db, now, null)
  await seedArticles(db, createSeedFiles(db, await temporaryStorage(), person!.id, now), now)
  const { rows } = await connection.pool.query<{ year: string }>(
    `select distinct matched[1] as year from article, regexp_matches((title || summary || body)::text, '(20\\d\\d)-KC-0128', 'g') as matched`,
  )
  expect(rows).toEqual([{ year: '2031' }])
  const { rows: left } = await connection.pool.query(`select id from article where body::text like '%{{%'`)
  expect(left).toEqual([])
})

test.each(['', 'Only text', '# Title\n\nNo summary', '# Title\n\n> Summary\n\n', '> Summary\n\n# Title\n\nBody'])(
  'a file that holds %j is refused by its name',
  (source) => {
    expect(() => parseText(source, 'a/zh-CN.md')).toThrow('a/zh-CN.md is not a heading, a quoted summary and a body')
  },
)

test('a file is a heading, a quoted summary and a body', () => {
  expect(parseText('# Title\n\n> Summary\n\n**Body**\n', 'a')).toEqual({
    title: 'Title',
    summary: 'Summary',
    body: '**Body**\n',
  })
})
