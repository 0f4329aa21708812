import type { WorkId } from '@lectern/contract/ids.ts'
import { openPublicCover, openPublicPicture, readPublicWork } from '@lectern/contract/results/public-results.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { installPages } from '../../../database/pages.ts'
import { activityWithResults } from '../../../testing/announced-results.ts'
import { createEdition, daysFromNoon } from '../../../testing/contest.ts'
import { fixedNow, startSite, type TestSite } from '../../../testing/site.ts'
import { putCover } from '../../files/service.ts'

let site: TestSite
let works: WorkId[]
let before: Awaited<ReturnType<typeof readAll>>

const coverOf = (id: WorkId) => site.get(openPublicCover.path.replace(':id', id))
const pictureOf = (id: WorkId, number: number) =>
  site.get(openPublicPicture.path.replace(':id', id).replace(':number', String(number)))

/** For each work: of itself, and of two of its files. */
const readAll = () =>
  Promise.all(
    works.map(async (id) => {
      const answers = await Promise.all([coverOf(id), pictureOf(id, 1), pictureOf(id, 2)])
      return answers.map(({ status }) => status)
    }),
  )

beforeAll(async () => {
  site = await startSite({ withTasks: true })
  await installPages(site.db, fixedNow)
  const contest = await activityWithResults(site, await createEdition(site), {
    works: 10,
    titles: ['冠军课堂', '亚军课堂', '季军课堂'],
  })
  works = contest.works.slice(0, 3).map(({ workId }) => workId)
  await contest.compute()
  await contest.publicise()
  site.clock.set(daysFromNoon(8))
  before = await readAll()
  await contest.announce()
  before.push(...(await readAll()))
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.pool.query('update file set cover_size = null, cover_rules = null')
})

/** Stores a picture of every file of a part, as a task would. */
const setPictures = async (part: string, content: string): Promise<void> => {
  const { rows } = await site.pool.query<{ id: string }>(`select id from work_file where part = $1`, [part])
  for (const { id } of rows)
    await putCover(
      site.asProgram(),
      { purpose: 'work', id: id as never },
      { picture: Buffer.from(content), rules: 'plain 1' },
    )
}

test('nobody sees a picture before the announcement, nor of a work that may not be published', () => {
  expect(before).toEqual([
    [404, 404, 404],
    [404, 404, 404],
    [404, 404, 404],
    // Announced. The third team has not agreed.
    [200, 200, 200],
    [200, 200, 200],
    [404, 404, 404],
  ])
})

test('a drawing takes the place of a picture, and is no preview of links', async () => {
  const answer = await coverOf(works[0]!)
  expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    'image/svg+xml; charset=utf-8',
    'no-cache',
  ])
  expect(answer.text).toContain('>冠军课堂</text>')
  const page = await site.get(`/Works/${works[0]!}`)
  expect(/property="og:image" content="([^"]*)"/.exec(page.text)![1]).toMatch(/\/preview-[^/]*\.png$/)
})

test('a picture of what visitors may see stands for the work, also where its link is shared', async () => {
  // No page of this one has been cached.
  const id = works[1]!
  await setPictures('plan', 'of the plan')
  expect((await coverOf(id)).text).toBe('of the plan')
  await setPictures('film', 'of the film')
  const cover = await coverOf(id)
  expect([cover.text, cover.headers.get('content-type')]).toEqual(['of the film', 'image/jpeg'])
  const { parts } = (await site.ask(readPublicWork, { params: { id } })).data
  expect(parts.map(({ id: part, files }) => [part, files.map(({ hasPicture }) => hasPicture)])).toEqual([
    ['film', [true]],
    ['photo', [false]],
    ['plan', [true]],
  ])
  expect((await pictureOf(id, 3)).text).toBe('of the plan')
  expect((await pictureOf(id, 2)).headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  expect((await pictureOf(id, 4)).status).toBe(404)
  const { text } = await site.get(`/Works/${id}`)
  expect(/property="og:image" content="([^"]*)"/.exec(text)![1]).toBe(
    `http://localhost:8000/api/public/works/${id}/cover`,
  )
  expect(text).toContain(`poster="/api/public/works/${id}/pictures/1"`)
  // The tag names no file.
  const { rows } = await site.pool.query<{ id: string }>('select id from work_file where work_id = $1', [id])
  expect(rows.filter((row) => cover.headers.get('etag')!.includes(row.id))).toEqual([])
})

test('a part that visitors may not see gives no picture', async () => {
  const id = works[1]!
  await setPictures('film', 'of the film')
  await site.pool.query(
    `update activity set work_rules = jsonb_set(work_rules, '{parts,0,forPublic}', 'false') where id = (select activity_id from work where id = $1)`,
    [id],
  )
  expect((await coverOf(id)).text).not.toBe('of the film')
  expect((await pictureOf(id, 1)).status).toBe(404)
  await site.pool.query(
    `update activity set work_rules = jsonb_set(work_rules, '{parts,0,forPublic}', 'true') where id = (select activity_id from work where id = $1)`,
    [id],
  )
})
