import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as contract from '@lectern/contract/results/public-results.ts'
import { fingerprintRecipes } from '../ranking/fingerprint-recipes.ts'
import type { EditionId, ResultListId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../../platform/database/connect.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { createEdition, createKnownTeacher } from '../../../testing/contest.ts'
import { deleteAccountOf } from '../../../testing/deletion.ts'
import { givePassword } from '../../../testing/owners.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { resultsOffice, settledActivity } from '../../../testing/results.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'
import { resultList, resultRow } from '../tables.ts'
import { digestRow, fingerprintOf, inTextOrder } from './fingerprint.ts'
import { verifyLists } from '../verification/verify-lists.ts'

let site: TestSite
let shared: { editionId: EditionId; organiser: TestPerson }
let second: TestPerson
let id: ResultListId
const name = '欧阳若水'
const title = '圆的面积'

const publicise = async (office: ReturnType<typeof resultsOffice>, reason?: string): Promise<ResultListId> => {
  await office.compute(reason)
  await office.step('propose')
  await office.step('confirm', { as: second })
  return (await office.step('publicise')).data.id
}

/** A list on public notice. */
const publicised = async () => {
  const captain = await createKnownTeacher(site)
  const activity = await settledActivity(site, {
    ...shared,
    scores: [90, 80, 70, 60],
    works: [{ captain, realName: name, title }],
  })
  const office = resultsOffice(site, activity)
  await office.save({ publicColumns: ['prize', 'title', 'people'], rounding: 'up' })
  return { captain, office, list: await publicise(office) }
}

beforeAll(async () => {
  site = await startSite({ withTasks: true })
  shared = { editionId: await createEdition(site), organiser: await createPerson(site, { access: 'admin' }) }
  second = await createPerson(site, { access: 'admin' })
  id = (await publicised()).list
}, 120_000)
afterAll(() => site.close())

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const readText = async (list: ResultListId): Promise<string> =>
  (await site.get(`/api/public/publicity/${list}/text`)).text
const readPage = async (list: ResultListId) =>
  (await site.ask(contract.readPublicity, { params: { id: list }, query: {} })).data

/** What somebody gets who follows the explanation on the page. */
const computed = (text: string): string =>
  sha256(
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => `${line.slice(0, 64)}\n`)
      .join(''),
  )

/** Past every rule of the database, as somebody with its password could. */
const tampered = async <Result>(change: string, undo: string, look: () => Promise<Result>): Promise<Result> => {
  const { pool, close } = connect(site.databaseUrl, () => undefined)
  const client = await pool.connect()
  await client.query('set session_replication_role = replica')
  expect((await client.query(change)).rowCount).not.toBe(0)
  const result = await look()
  expect((await client.query(undo)).rowCount).not.toBe(0)
  client.release(true)
  await close()
  return result
}

const faults = async (list = id) => (await verifyLists(site.db, list)).broken.map(({ fault }) => fault)

describe('the text of a list', () => {
  test('gives the fingerprint on the page to everybody, and each of its lines is of its hash', async () => {
    const text = await readText(id)
    const { fingerprint, fingerprintVersion, erased } = await readPage(id)
    expect([computed(text), fingerprintVersion, erased]).toEqual([fingerprint, 2, 0])
    const lines = text.split('\n').slice(0, -1)
    const shown = lines.filter((line) => line.length > 64)
    expect(shown.map((line) => sha256(line.slice(65)))).toEqual(shown.map((line) => line.slice(0, 64)))
    const [header, first] = shown.map((line) => JSON.parse(line.slice(65)) as Record<string, unknown>)
    expect(header).toMatchObject({ format: 'lectern-results/2', list: id, version: 1, works: 4 })
    expect(Object.keys(first!).toSorted()).toEqual(['group', 'hidden', 'people', 'prize', 'reason', 'salt', 'title'])
    expect(first).toMatchObject({ prize: 'first', title, people: [{ name, role: 'captain' }] })
    // What the organisers do not show cannot be read in it, nor guessed from it.
    expect([lines.length, text.includes('":9000')]).toEqual([5, false])
  })

  test('is downloaded under the name that the recipes use', async () => {
    const answer = await site.get(`/api/public/publicity/${id}/text`)
    expect(answer.headers.get('content-disposition')).toContain('filename="list.txt"')
  })

  test('is turned into the fingerprint by the recipes of the page', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recipe-'))
    await writeFile(join(folder, 'list.txt'), await readText(id))
    const { fingerprint } = await readPage(id)
    const recipeOf = (tool: string) => fingerprintRecipes.find((recipe) => recipe.name === tool)!.code
    await writeFile(join(folder, 'recipe.mjs'), recipeOf('Node.js'))
    await writeFile(join(folder, 'recipe.sh'), recipeOf('sha256sum'))
    const run = (program: string, recipe: string) =>
      execFileSync(program, [recipe], { cwd: folder, encoding: 'utf8' }).trim()
    const runAll = () => [run(process.execPath, 'recipe.mjs'), run('sh', 'recipe.sh')]
    expect(runAll()).toEqual([fingerprint, fingerprint])
    await writeFile(join(folder, 'list.txt'), (await readText(id)).replace(name, '欧阳若冰'))
    const changed = expect.stringMatching(/^changed: .*欧阳若冰.*\n[\da-f]{64}$/) as string
    expect(runAll()).toEqual([changed, changed])
    expect(fingerprintRecipes.every(({ code }) => code.split('\n').length <= 10)).toBe(true)
  })

  test('exists for nobody before the notice', async () => {
    const other = await settledActivity(site, {
      ...shared,
      scores: [90],
    })
    const unseen = resultsOffice(site, other)
    await unseen.save()
    const list = await unseen.compute()
    const answer = await site.get(`/api/public/publicity/${list.id}/text`)
    expect([answer.status, answer.failure().error]).toEqual([404, 'result.notFound'])
  })
})

describe('a list that somebody changed in the database', () => {
  test.each([
    ['name', `people = jsonb_set(people, '{0,name}', '"张三"')`, `people = jsonb_set(people, '{0,name}', '"${name}"')`],
    ['title', `title = title || '!'`, `title = left(title, -1)`],
    ['school', `school = coalesce(school, '') || '!'`, `school = nullif(left(school, -1), '')`],
    ['province', `province = coalesce(province, '') || '!'`, `province = nullif(left(province, -1), '')`],
    ['team', `team = team || '!'`, `team = left(team, -1)`],
  ])('is found by its %s, even in a column that visitors do not see', async (_column, change, undo) => {
    const at = (set: string) => `update result_row set ${set} where list_id = '${id}' and position = 1`
    expect(await tampered(at(change), at(undo), faults)).toEqual(['fingerprint'])
    expect(await faults()).toEqual([])
  })

  test.each([
    ['label of a prize', `jsonb_set(rules, '{tiers,0,label}', rules #> '{tiers,1,label}')`, 'rules'],
    ['column', `jsonb_set(rules, '{publicColumns}', '["prize", "title"]')`, 'rules'],
  ])('is found by another %s', async (_what, changed, fault) => {
    const { rows } = await site.pool.query<{ rules: object }>('select rules from result_list where id = $1', [id])
    const set = (value: string) => `update result_list set rules = ${value} where id = '${id}'`
    const undo = set(`'${JSON.stringify(rows[0]!.rules)}'`)
    expect(await tampered(set(changed), undo, faults)).toEqual([fault])
    expect(await faults()).toEqual([])
  })

  test('is found by the log, even if its fingerprint was made anew', async () => {
    const { list } = await publicised()
    const [stored] = await site.db.select().from(resultList).where(eq(resultList.id, list))
    const rows = await site.db.select().from(resultRow).where(eq(resultRow.listId, list))
    const forged = inTextOrder(rows).map((row) => ({ ...row, title: `${row.title}!` }))
    const digests = forged.map((row) => digestRow(row, row.salt!, stored!.rules))
    const fingerprint = fingerprintOf(stored!.header!, digests)
    await site.pool.query('alter table result_row disable trigger user; alter table result_list disable trigger user')
    for (const [at, { workId, title: shown }] of forged.entries())
      await site.pool.query('update result_row set title = $3, digest = $4 where list_id = $1 and work_id = $2', [
        list,
        workId,
        shown,
        digests[at],
      ])
    await site.pool.query('update result_list set fingerprint = $2 where id = $1', [list, fingerprint])
    await site.pool.query('alter table result_row enable trigger user; alter table result_list enable trigger user')
    expect(await faults(list)).toEqual(['log'])
  })

  test('is found by an order of its works that is not theirs', async () => {
    const swap = `update result_row set award_position = 3 - award_position where list_id = '${id}' and award_position < 3`
    const { pool } = site
    await pool.query('alter table result_row disable trigger user')
    const drop = 'drop index result_row_award'
    await pool.query(drop)
    await pool.query(swap)
    expect(await faults()).toEqual(['fingerprint'])
    await pool.query(swap)
    await pool.query(
      'create unique index result_row_award on result_row (list_id, award_position) where award_position is not null',
    )
    await pool.query('alter table result_row enable trigger user')
    expect(await faults()).toEqual([])
  })
})

test('a corrected list has another fingerprint', async () => {
  const { list, office } = await publicised()
  const before = await readPage(list)
  const corrected = await publicise(office, 'A name was wrong')
  const after = await readPage(corrected)
  expect(after.fingerprint).not.toBe(before.fingerprint)
  expect([computed(await readText(corrected)), after.version]).toEqual([after.fingerprint, 2])
  expect((await readPage(list)).fingerprint).toBe(before.fingerprint)
})

test('the database changes nobody’s name in a list but by erasing it', async () => {
  const change = (set: string) =>
    site.pool.query(`update result_row set ${set} where list_id = $1 and position = 1`, [id])
  await expect(change(`people = jsonb_set(people, '{0,name}', '"张三"')`)).rejects.toThrow('never changes')
  await expect(change(`people = '[]'`)).rejects.toThrow('never changes')
  await expect(change(`salt = null`)).rejects.toThrow('never changes')
  await expect(change(`digest = sha256('x')`)).rejects.toThrow('never changes')
  await expect(site.pool.query(`update result_list set fingerprint = sha256('x') where id = $1`, [id])).rejects.toThrow(
    'never changes',
  )
})

test('erasing a person takes name and salt out of the text and leaves the fingerprint; the page says so', async () => {
  const { list, captain } = await publicised()
  const before = await readPage(list)
  await givePassword(site, captain)
  expect((await deleteAccountOf(site, captain)).status).toBe(200)
  const text = await readText(list)
  expect([computed(text), text.includes(name), text.includes(title)]).toEqual([before.fingerprint, false, false])
  await expect.poll(async () => (await readPage(list)).erased, { timeout: 30_000 }).toBe(1)
  expect((await readPage(list)).fingerprint).toBe(before.fingerprint)
  expect(await faults(list)).toEqual([])
})

test('a list of an older version keeps its hash, says so, and has no text', async () => {
  const { list } = await publicised()
  const { pool, close } = connect(site.databaseUrl, () => undefined)
  const client = await pool.connect()
  await client.query('set session_replication_role = replica')
  await client.query('update result_list set header = null, fingerprint = null where id = $1', [list])
  await client.query('update result_row set salt = null, digest = null where list_id = $1', [list])
  // The log tells that it had one: somebody has taken it away.
  expect(await faults(list)).toEqual(['log'])
  await client.query(
    `update audit set changes = jsonb_set(changes, '{after,hash}', (select to_jsonb(encode(rows_hash, 'hex')) from result_list where id = $1::uuid))
     where action = 'list.proposed' and subject_id = $1`,
    [list],
  )
  client.release(true)
  await close()
  const { fingerprint, fingerprintVersion, rowsHash } = await readPage(list)
  expect([fingerprint, fingerprintVersion]).toEqual([rowsHash, 1])
  expect((await site.get(`/api/public/publicity/${list}/text`)).status).toBe(404)
  expect(await faults(list)).toEqual([])
})
