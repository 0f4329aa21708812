import { join } from 'node:path'
import { listTemplates, readTemplate } from '@lectern/contract/certificates/certificate-office.ts'
import { listCertificates, readStamped, replaceStamped } from '@lectern/contract/certificates/certificates.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkBackup } from '../backup/read-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { verifyAwards } from '../features/certificates/verification/verify-awards.ts'
import { invariants } from '../invariants.ts'
import { connect } from '../platform/database/connect.ts'
import { brokenInvariants } from '../platform/invariants.ts'
import { createDatabase } from '../testing/database.ts'
import { temporaryStorage } from '../testing/files.ts'
import { createSession } from '../testing/people.ts'
import { eventually, startSite, type TestSite } from '../testing/site.ts'

// In a demo of 0.3.0, the delivered template of awards itself bears the stamp of the demo, and certificates were printed with it.

const archive = join(import.meta.dirname, 'released/0-3-0.tar.gz')

let url: string
let site: TestSite | undefined
beforeEach(async () => {
  url = await createDatabase('template0')
})
afterEach(() => site?.close())

/** Brings the demo of 0.3.0 up to date. `hasBegun`: somebody had made a real site of it before, and has issued since. */
const start = async (hasBegun: boolean): Promise<Record<string, string>> => {
  const contents = await checkBackup(archive)
  const { pool, close } = connect(url, () => undefined)
  await restoreBackup({ pool, storage: await temporaryStorage() }, archive, contents)
  if (hasBegun) {
    await pool.query(`delete from setting where key = 'demo'`)
    await pool.query(`insert into setting (key, value, updated_at) values ('begun', '{"content": "keep"}', now())`)
  }
  await close()
  site = await startSite({ databaseUrl: url, withTasks: true, config: { demo: false } })
  site.clock.set(new Date(contents.head.createdAt))
  const { rows } = await site.pool.query<{ id: AccountId }>(`select id from account where username = 'qianshuyu'`)
  return (await createSession(site, rows[0]!.id)).headers
}

const awardTemplate = async (headers: Record<string, string>) => {
  const { list } = (await site!.ask(listTemplates, { headers, query: { kind: 'award' } })).data
  return (await site!.ask(readTemplate, { headers, params: { id: list[0]!.id } })).data
}

test('a site that began with 0.3.0 prints the stamp of its demo no more, and replaces what bears it', async () => {
  const headers = await start(true)
  const template = await awardTemplate(headers)
  expect([template.number, template.stamps]).toEqual([2, []])
  const { certificates } = (await site!.ask(readStamped, { headers })).data
  expect(certificates).toBeGreaterThan(5)
  const body = { reason: 'It bears the stamp of a demo', notify: true }
  const { task } = (await site!.ask(replaceStamped, { headers, body })).data
  await eventually(async () => {
    const { rows } = await site!.pool.query('select state, error from task where id = $1', [task])
    expect(rows).toEqual([{ state: 'done', error: null }])
  })
  expect((await site!.ask(readStamped, { headers })).data.certificates).toBe(0)
  const query = { state: 'replaced', kind: 'award', pageSize: '100' } as const
  const replaced = (await site!.ask(listCertificates, { headers, query })).data.list
  expect(replaced.filter(({ reason }) => reason === body.reason)).toHaveLength(certificates)
  expect(await brokenInvariants(site!.pool, invariants)).toEqual([])
  expect((await verifyAwards(site!.db)).broken).toEqual([])
})

test('a demo of 0.3.0 keeps its stamp until a real site is made of it', async () => {
  const headers = await start(false)
  const template = await awardTemplate(headers)
  expect([template.number, template.stamps.map(({ file }) => file)]).toEqual([1, ['组委会公章.png']])
  const beginning = await site!.call('GET', '/api/office/beginning', { headers })
  const { title } = (beginning.envelope().data ?? {}) as { title: string }
  const proof = { title, teamsOfOthers: 0, password: 'chalk-and-lectern-7' }
  const begun = await site!.call('POST', '/api/office/beginning', { headers, body: { content: 'keep', ...proof } })
  expect(begun.status).toBe(200)
  const left = await awardTemplate(headers)
  expect([left.stamps, left.isUsed, left.may.delete]).toEqual([[], false, expect.any(String)])
  expect(await brokenInvariants(site!.pool, invariants)).toEqual([])
})
