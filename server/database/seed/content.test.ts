import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { articleKinds } from '@lectern/contract/articles/article-kinds.ts'
import { locales } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { materialKinds } from '@lectern/contract/materials/material-values.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { account } from '../../features/accounts/tables.ts'
import { article } from '../../features/articles/tables.ts'
import { banner } from '../../features/banners/tables.ts'
import { expert } from '../../features/experts/tables.ts'
import { file } from '../../features/files/tables.ts'
import { material } from '../../features/materials/tables.ts'
import { partner } from '../../features/partners/tables.ts'
import { revision } from '../../features/revisions/tables.ts'
import { connect, type Connection } from '../../platform/database/connect.ts'
import { asc, desc, eq } from '../../platform/database/drizzle.ts'
import { readSheet, type SheetRow } from '../../platform/sheets/read-sheet.ts'
import { createDiskStorage } from '../../platform/storage/disk.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { createDatabase } from '../../testing/database.ts'
import { createDemoDatabase } from '../../testing/demo.ts'
import { installationIn, temporaryInstallation } from '../../testing/installation.ts'
import { fixedNow } from '../../testing/site.ts'
import { makeAttachment } from './attachments.ts'
import { daysFrom } from './dates.ts'
import { isEmpty } from './empty.ts'
import { seedDemo } from './seed.ts'

let connection: Connection
let storage: Storage

beforeAll(async () => {
  connection = connect(await createDemoDatabase(), () => undefined)
  storage = (await installationIn(inject('demoFolder'), connection.db)).storage
})
afterAll(() => connection.close())

/** The languages in which a text says nothing. */
const missingIn = (text: LocalizedText): string[] => locales.filter((locale) => !text[locale]?.trim())

describe('the demo', () => {
  it('has banners for now, for later and for before', async () => {
    const rows = await connection.db.select().from(banner).orderBy(asc(banner.position))
    expect(rows.flatMap(({ title, alt }) => [title, alt].flatMap(missingIn))).toEqual([])
    const standing = rows.map(({ opensAt, closesAt }) => {
      if (opensAt && opensAt > fixedNow) return 'later'
      return closesAt && closesAt <= fixedNow ? 'over' : 'now'
    })
    expect(standing).toEqual(['now', 'now', 'now', 'later', 'over'])
    // At the end of a working day in Shanghai.
    expect(rows[0]!.closesAt).toEqual(new Date('2031-06-01T09:00:00Z'))
  })

  it('has partners of every role', async () => {
    const rows = await connection.db.select().from(partner).orderBy(asc(partner.position))
    expect(rows.flatMap(({ name }) => missingIn(name))).toEqual([])
    expect(rows.map(({ role }) => role)).toEqual([
      'host',
      'organiser',
      'organiser',
      ...Array.from({ length: 5 }, () => 'partner'),
      'media',
      'media',
    ])
  })

  it('has twenty-four experts, seven of whom sign in', async () => {
    const rows = await connection.db.select().from(expert).orderBy(asc(expert.position))
    expect(rows).toHaveLength(24)
    expect(rows.flatMap(({ name, title, school, bio }) => [name, title, school, bio].flatMap(missingIn))).toEqual([])
    expect(rows.filter(({ fields, photo }) => fields.length === 0 || !photo)).toEqual([])
    const signingIn = await connection.db
      .select({ name: expert.name, realName: account.realName })
      .from(expert)
      .innerJoin(account, eq(account.id, expert.accountId))
      .orderBy(asc(expert.position))
    expect(signingIn.map(({ name, realName }) => [name['zh-CN'] === realName, name['en-US'] === realName])).toEqual([
      [true, false],
      [true, false],
      [true, false],
      [false, true],
      [true, false],
      [true, false],
      [true, false],
    ])
  })

  it('has materials of every kind, with what belongs to each', async () => {
    const rows = await connection.db
      .select({
        kind: material.kind,
        title: material.title,
        summary: material.summary,
        body: material.body,
        cover: material.cover,
        captions: material.captions,
        type: file.type,
        size: file.size,
      })
      .from(material)
      .leftJoin(file, eq(file.id, material.fileId))
    const ofKind = (wanted: string) => rows.filter(({ kind }) => kind === wanted)
    expect(materialKinds.map((kind) => [kind, ofKind(kind).length])).toEqual([
      ['file', 8],
      ['video', 1],
      ['markdown', 6],
      ['photo', 10],
    ])
    expect(rows.flatMap(({ title, summary }) => [title, summary].flatMap(missingIn))).toEqual([])
    expect(ofKind('markdown').flatMap(({ body }) => missingIn(body))).toEqual([])
    expect(rows.filter(({ kind, cover }) => (kind === 'photo') !== (cover === null))).toEqual([])
    expect(rows.filter(({ kind, captions }) => (kind === 'video') !== (captions !== null))).toEqual([])
    expect(
      ofKind('file')
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual([
      'application/pdf',
      ...Array.from({ length: 2 }, () => 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
      ...Array.from({ length: 3 }, () => 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
      'application/zip',
      'text/csv',
    ])
    const [film] = ofKind('video')
    expect(film).toMatchObject({ type: 'video/mp4' })
    expect(film!.size).toBeLessThanOrEqual(300_000)
  })

  it('has articles of every kind, and covers for all but news', async () => {
    const rows = await connection.db
      .select({
        kind: article.kind,
        title: article.title,
        summary: article.summary,
        body: article.body,
        cover: article.cover,
      })
      .from(article)
    expect(articleKinds.map((kind) => [kind, rows.filter((row) => row.kind === kind).length])).toEqual([
      ['news', 33],
      ['journal', 6],
      ['science', 6],
      ['training', 6],
      ['periodical', 5],
      ['other', 4],
    ])
    expect(rows.flatMap(({ title, summary, body }) => [title, summary, body].flatMap(missingIn))).toEqual([])
    expect(rows.filter(({ kind, cover }) => kind !== 'news' && cover === null)).toEqual([])
  })

  it('shows on its pages the people of the committees and what the contest is like', async () => {
    const { rows } = await connection.pool.query<{ name: string; pictures: string }>(
      `select page.name, count(distinct file.id) as pictures
         from page, jsonb_path_query(published, '$.**.picture ? (@ != null)') as first (id), file
        where file.id::text = first.id #>> '{}'
        group by page.name
       union all
       select page.name, count(distinct file.id)
         from page, jsonb_path_query(published, '$.**.photo ? (@ != null)') as first (id), file
        where file.id::text = first.id #>> '{}'
        group by page.name
        order by name, pictures`,
    )
    expect(rows).toEqual([
      { name: 'About', pictures: '1' },
      { name: 'About', pictures: '8' },
      { name: 'MATE', pictures: '1' },
    ])
    const { rows: unfilled } = await connection.pool.query(
      `select name from page where published::text like '%drawing:%'`,
    )
    expect(unfilled).toEqual([])
  })

  it('has pages from when enrolment opened, with the figures of its news', async () => {
    const { rows } = await connection.pool.query<{ name: string; published_at: Date; text: string }>(
      `select name, published_at, published::text as text from page order by name`,
    )
    const opened = daysFrom(fixedNow, -35)
    expect(rows.filter(({ published_at: at }) => at.getTime() !== opened.getTime())).toEqual([])
    const textOf = (page: string): string => rows.find(({ name }) => name === page)!.text
    const bodies = JSON.stringify(await connection.db.select({ body: article.body }).from(article))
    const news = bodies.replaceAll(/(?<=\d),(?=\d)/g, '')
    const figures = [...textOf('Home').matchAll(/"value": "(\d+)"/g)].map(([, value]) => value!)
    expect(figures.length).toBeGreaterThan(2)
    expect(figures.filter((figure) => !news.includes(figure))).toEqual([])
    // The figures of the demo's own few teams would contradict its news.
    expect(textOf('Home')).toContain('"live": false')
    // Newcomers do not know activities by their codes.
    expect(textOf('Welcome')).not.toMatch(/\b(?:KC|FZ|WK)\b/)
  })

  it('leads to pages that there are', async () => {
    const routes = await readFile(join(import.meta.dirname, '../../../web/routes.tsx'), 'utf8')
    const paths = new Set([...routes.matchAll(/path: '([^']+)'/g)].map(([, path]) => path!))
    const bodies = [
      ...(await connection.db.select({ body: article.body }).from(article)),
      ...(await connection.db.select({ body: material.body }).from(material)),
    ].map(({ body }) => Object.values(body).join('\n'))
    const links = [
      ...bodies.flatMap((text) => [...text.matchAll(/(?:href="|\]\()(\/[^")]*)/g)].map(([, path]) => path!)),
      ...(await connection.db.select({ link: banner.link }).from(banner)).map(({ link }) => link!),
      ...(await connection.db.select({ link: partner.link }).from(partner)).flatMap(({ link }) => link ?? []),
    ]
    expect(links.length).toBeGreaterThan(200)
    expect([...new Set(links)].filter((link) => !paths.has(link))).toEqual([])
  })

  it('offers sheets that say what was written into them', async () => {
    const sheet = await readSheet(await makeAttachment('budget.xlsx'), { maxRows: 100, maxColumns: 20 })
    const { headings, rows } = JSON.parse(
      await readFile(join(import.meta.dirname, 'attachments/budget.json'), 'utf8'),
    ) as { headings: string[]; rows: string[][] }
    const withoutEnd = (cells: string[]) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
    expect((sheet as SheetRow[]).map(({ cells }) => withoutEnd(cells))).toEqual([headings, ...rows].map(withoutEnd))
  })

  it('keeps the first version of everything that organisers may change', async () => {
    const count = async (kind: string) => connection.db.$count(revision, eq(revision.subjectKind, kind as 'banner'))
    expect([await count('banner'), await count('partner'), await count('expert'), await count('material')]).toEqual([
      5, 10, 24, 25,
    ])
    expect(await count('article')).toBe(60)
  })

  it('leaves pictures to be made later, those of the carousel first, and every drawing can be read', async () => {
    const pictures = await connection.db
      .select({ id: file.id, name: file.name, state: file.state })
      .from(file)
      .where(eq(file.purpose, 'picture'))
      // As they are claimed.
      .orderBy(desc(file.id))
    expect(new Set(pictures.map(({ state }) => state))).toEqual(new Set(['waiting']))
    expect(pictures.slice(0, 10).filter(({ name }) => !name.startsWith('banner-'))).toEqual([])
    // The program opens this reader for its own drawings only.
    sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
    const formats = await Promise.all(
      pictures.map(
        async ({ id }) => (await sharp(await buffer((await storage.read(`picture/${id}`))!)).metadata()).format,
      ),
    )
    sharp.block({ operation: ['VipsForeignLoadSvgBuffer'] })
    expect(new Set(formats)).toEqual(new Set(['svg']))
  })
})

it('a demo that cannot be filled in leaves nothing behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-seed-'))
  const disk = createDiskStorage(folder)
  const other = connect(await createDatabase(), () => undefined)
  let room = 20
  const small: Storage = {
    ...disk,
    put: async (key, content) => {
      room -= 1
      if (room < 0) throw new Error('The disk is full')
      await disk.put(key, content)
    },
  }
  const installation = { ...(await temporaryInstallation(other.db)), storage: small }
  await expect(seedDemo(other.db, installation, fixedNow)).rejects.toThrow('The disk is full')
  expect(await isEmpty(other.db)).toBe(true)
  expect(await readdir(join(folder, 'picture'))).toEqual([])
  await other.close()
})
