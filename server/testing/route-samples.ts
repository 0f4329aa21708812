import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccountId, ActivityId, EditionId, FileId, RoundId } from '@lectern/contract/ids.ts'
import { inject } from 'vitest'
import { keyOf, variantKeyOf } from '../features/files/content/keys.ts'
import { putCover } from '../features/files/service.ts'
import { newId } from '../platform/ids.ts'
import { storeAcceptedWork } from './accepted-works.ts'
import { galleryRules } from './announced-results.ts'
import { storeDisplayedList } from './cases.ts'
import { createDemoDatabase } from './demo.ts'
import { photoSample } from './document-samples.ts'
import { addFile } from './files.ts'
import { areaList } from './operations/areas.ts'
import { invitationToken } from './operations/institutions.ts'
import { createSession } from './people.ts'
import { storePanel } from './rounds.ts'
import { fixedNow, startSite, type TestSite } from './site.ts'
import { storePages } from './stored-pages.ts'
import { createWorkActivity } from './works.ts'

const samples: Record<string, string> = Object.assign({}, ...areaList.map((area) => area.samples))

type Row = Record<string, string | number | null> & { reader?: AccountId | null }

const rowsOf = async ({ pool }: Pick<TestSite, 'pool'>, template: string, most: number): Promise<Row[]> => {
  if (!template.includes('{') && !samples[template]) return [{}]
  const starts = Object.keys(samples).filter((start) => template.startsWith(start))
  const start = starts.toSorted((one, other) => other.length - one.length)[0]
  const table = /^\/api\/([a-z-]+)s\//.exec(template)?.[1]?.replaceAll('-', '_')
  const sample = start === undefined ? table && `select id from ${table}` : samples[start]
  if (!sample) throw new Error(`server/testing/operations/ lacks a sample for ${template}`)
  return (await pool.query<Row>(`${sample} limit ${most}`)).rows
}

const nobody = '01890000-0000-7000-8000-000000000000'

const addressOf = (template: string, row: Row): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(row[name] ?? nobody))

export interface Sample {
  path: string
  /** Parameters that it cannot be read without. */
  query: string
  /** Of somebody who may read it. */
  headers: Record<string, string>
  /** Why nobody was shown it, if it is for reading; or that there is none. */
  refusal: string | undefined
}

/** The address of an object of the demo, and somebody who is shown it. */
export const findSample = async (
  site: TestSite,
  { method, template }: { method: string; template: string },
  organiser: Record<string, string>,
): Promise<Sample> => {
  const rows = await rowsOf(site, template, 60)
  let refusal = 'no rows'
  for (const row of rows) {
    const sample = { path: addressOf(template, row), query: String(row['query'] ?? ''), refusal: undefined }
    const readers = [organiser, ...(row.reader ? [(await createSession(site, row.reader)).headers] : [])]
    for (const headers of readers.toReversed()) {
      if (method !== 'GET' || !template.includes('{')) return { ...sample, headers }
      const { status, text } = await site.get(sample.path + sample.query, headers)
      if (status < 400) return { ...sample, headers }
      refusal = `${status} ${text.slice(0, 200)}`
    }
  }
  return { path: addressOf(template, rows[0] ?? {}), query: '', headers: organiser, refusal }
}

/** The addresses of all objects that stand in an address, without queries. */
export const allAddresses = async (site: Pick<TestSite, 'pool'>, template: string): Promise<string[]> => {
  const most = 1_000
  const rows = await rowsOf(site, template, most)
  if (rows.length === most) throw new Error(`${template} stands for more than ${most} objects`)
  return [...new Set(rows.map((row) => addressOf(template, row)))]
}

const firstId = async <Id extends string>({ pool }: TestSite, query: string): Promise<Id> =>
  (await pool.query<{ id: Id }>(query)).rows[0]!.id

/** What the demo has none of. */
const addRareObjects = async (site: TestSite): Promise<void> => {
  const { db, pool } = site
  const id = () => newId(fixedNow)
  const activity = await firstId<ActivityId>(
    site,
    `select id from activity where id not in (select activity_id from result_list)`,
  )
  const { storage } = site.asProgram().installation
  await storeDisplayedList(site, activity, [])
  await pool.query(
    `insert into result_decision (id, activity_id, kind, data, reason, decided_at)
     values ($1, $2, 'tie', '{"works": []}', 'Heard again', $3)`,
    [id(), activity, fixedNow],
  )
  await pool.query(
    `insert into message (id, reference, name, contact, subject, body, locale, state, created_at)
     values ($1, 'K7MQ3XVP', 'Wei', 'wei@example.org', 'Enrolling', 'When does it open?', 'en-US', 'new', $2)`,
    [id(), fixedNow],
  )
  await pool.query(
    `insert into outbox (id, channel, recipient, locale, letter, content, state, due_at, expires_at, created_at, sent_at)
     values ($1, 'mail', 'wei@example.org', 'en-US', 'code', '{"purpose": "signIn"}', 'sent', $2, $2, $2, $2)`,
    [id(), fixedNow],
  )
  await pool.query(
    `insert into upload (id, owner_id, purpose, name, size, growth, created_at, expires_at)
     select $1, id, 'answer', 'notes.txt', 10, '{}', $2, $2::timestamptz + interval '1 day' from account limit 1`,
    [id(), fixedNow],
  )
  await pool.query(
    `insert into upload (id, owner_id, purpose, name, size, part_bytes, growth, created_at, expires_at)
     select $1, id, 'work', 'film.mp4', 20000000, 5242880, '{}', $2, $2::timestamptz + interval '1 day' from account limit 1`,
    [id(), fixedNow],
  )
  // An officer who is invited, a merge that can be undone, a token of a program, and a webhook with a delivery.
  await pool.query(
    `insert into institution_officer (id, institution_id, state, name, contact, token_hash, created_at, expires_at)
     select $1, id, 'invited', 'Wei', 'wei@example.org', sha256(convert_to($2, 'UTF8')), $3, $3::timestamptz + interval '1 day'
     from institution limit 1`,
    [id(), invitationToken, fixedNow],
  )
  await pool.query(
    `insert into institution_merge (id, from_id, into_id, state, moved, merged_at)
     select $1, one.id, other.id, 'verified', '{}', $2 from institution as one, institution as other
     where one.id <> other.id limit 1`,
    [id(), fixedNow],
  )
  await pool.query(
    `insert into access_token (id, token_hash, name, scopes, created_by, created_at, expires_at)
     select $1, '\\x00', 'Statistics', '{figures}', id, $2, $2::timestamptz + interval '1 day' from account limit 1`,
    [id(), fixedNow],
  )
  // Ways to sign in besides a password.
  await pool.query(
    `insert into identity (id, account_id, adapter, issuer, subject, linked_at)
     select $1, id, 'oidc', 'https://campus.example.org', '2031-0042', $2 from account order by id limit 1`,
    [id(), fixedNow],
  )
  await pool.query(
    `insert into passkey (id, account_id, credential_id, public_key, counter, transports, rp_id, name, created_at)
     select $1, id, '\\x00', '\\x00', 0, '{}', 'localhost', 'Phone', $2 from account order by id limit 1`,
    [id(), fixedNow],
  )
  await pool.query(
    `insert into webhook (id, name, url, types, public_key, private_key, created_by, created_at)
     select $1, 'Register', 'https://hooks.example.org/', '{list.announced}', sha256(''), '', id, $2 from account limit 1`,
    [id(), fixedNow],
  )
  await pool.query(
    `insert into webhook_delivery (webhook_id, event_id, type, body, created_at, next_attempt_at)
     select id, $1, 'list.announced', '{}', $2, $2 from webhook`,
    [id(), fixedNow],
  )
  // A panel with a chair in a round that is open.
  const round = await firstId<RoundId>(site, `select id from round where state = 'open'`)
  await pool.query(
    `update reviewer set panel_id = $1, is_chair = true
     where id = (select id from reviewer where round_id = $2 and state = 'accepted' order by id limit 1)`,
    [await storePanel(site, round), round],
  )
  // A picture whose sizes have been made.
  const picture = await addFile(db)
  await storage.put(variantKeyOf({ purpose: 'picture', id: picture }, 320, 'webp'), Buffer.alloc(10))
  // An awarded work with a photo that everybody may see.
  const edition = await firstId<EditionId>(site, 'select id from edition where current')
  const gallery = await createWorkActivity(site, edition, { rules: galleryRules })
  const photo = { part: 'photo', name: 'IMG_0001.jpg', type: 'image/jpeg', content: await photoSample('jpeg') }
  const { workId, number } = await storeAcceptedWork(site, gallery, {
    parts: galleryRules.parts,
    files: [photo],
    isLicensed: true,
  })
  await storeDisplayedList(site, gallery, [{ workId, number, parts: ['photo'] }], {
    state: 'announced',
    publicityUntil: fixedNow,
    finalisedAt: fixedNow,
    announcedAt: fixedNow,
  })
  // A certificate with a picture.
  const pdf = await firstId<FileId>(site, 'select file_id as id from certificate where file_id is not null')
  const cover = { picture: Buffer.alloc(10), rules: 'certificate 1' }
  await putCover(site.asProgram(), { purpose: 'certificate', id: pdf }, cover)
  // Works whose slides have pages.
  await storePages(site, Buffer.alloc(10))
  // A task that has made a file.
  const file = await addFile(db, { purpose: 'bundle', name: 'works.zip', type: 'application/zip' })
  await storage.put(keyOf({ purpose: 'bundle', id: file }), Buffer.alloc(1_000))
  await pool.query(
    `insert into task (id, kind, state, input, subject, created_at, finished_at, file_id, file_until)
     values ($1, 'bundle', 'done', '{}', '', $2, $2, $3, $2::timestamptz + interval '1 day')`,
    [id(), fixedNow, file],
  )
}

/** The demo as visitors, participants, experts and organisers find it, and something of every kind that it lacks. */
export const startDemoSite = async (): Promise<TestSite> => {
  const databaseUrl = await createDemoDatabase()
  // The files of the demo are for all tests.
  const dataDirectory = await mkdtemp(join(tmpdir(), 'lectern-demo-'))
  await cp(inject('demoFolder'), dataDirectory, { recursive: true })
  const site = await startSite({ databaseUrl, config: { trustProxy: ['127.0.0.1'], dataDirectory } })
  await addRareObjects(site)
  return site
}
