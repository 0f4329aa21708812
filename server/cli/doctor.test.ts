import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readConfig } from '../config.ts'
import { hashManifest } from '../features/works/submission/manifest.ts'
import { installTemplates } from '../features/certificates/service.ts'
import { requireSigner } from '../features/signing/service.ts'
import { connect } from '../platform/database/connect.ts'
import { publicBytesOf, signingKeyId } from '../platform/signing-keys.ts'
import { openOrJoinDatabase } from '../platform/database/open.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newFolder } from '../testing/program.ts'
import { sampleManifest, signSample } from '../testing/receipts.ts'
import { startSite, type TestSite } from '../testing/site.ts'
import { examine } from './doctor.ts'

const secretKey = 'a key that is kept outside the database'

let site: TestSite
let folder: string
let privateKey: KeyObject
beforeAll(async () => {
  site = await startSite({ config: { secretKey } })
  folder = await newFolder()
})
afterAll(() => site.close())

/** Past every rule of the database, as somebody with its password could. */
const tamper = async (...statements: [sql: string, values?: unknown[]][]): Promise<void> => {
  const { pool, close } = connect(site.databaseUrl, () => undefined)
  const client = await pool.connect()
  await client.query('set session_replication_role = replica')
  for (const [sql, values] of statements) await client.query(sql, values)
  client.release(true)
  await close()
}

const first = sampleManifest()
const second = () =>
  sampleManifest({ number: 2, title: '第二稿', previousHash: hashManifest(signSample(first, privateKey).manifest) })

const insertion = (facts: typeof first): [string, unknown[]] => {
  const { manifest, signature, publicKey } = signSample(facts, privateKey)
  return [
    `insert into submission (work_id, number, submitted_at, is_late, manifest, hash, previous_hash, signature, key_id)
     values ($1, $2, $3, false, $4, $5, $6, $7, $8)`,
    [
      facts.workId,
      facts.number,
      facts.submittedAt,
      manifest,
      hashManifest(manifest),
      facts.previousHash,
      signature,
      signingKeyId(publicKey),
    ],
  ]
}

beforeEach(async () => {
  privateKey = generateKeyPairSync('ed25519').privateKey
  const publicKey = publicBytesOf(privateKey)
  await tamper(
    ['delete from submission'],
    ['delete from signing_key'],
    [
      `insert into signing_key (id, public_key, private_key, created_at, retired_at) values ($1, $2, 'enc1.old.', now(), now())`,
      [signingKeyId(publicKey), publicKey],
    ],
    insertion(first),
    insertion(second()),
  )
})

const diagnose = async (key = secretKey, more: Record<string, string> = {}) => {
  const config = readConfig({ DATABASE_URL: site.databaseUrl, DATA_DIR: folder, SECRET_KEY: key, ...more })
  const database = await openOrJoinDatabase(config, { info: () => {}, warn: () => {}, error: () => {} })
  try {
    const checks = await examine({ config, openDatabase: () => Promise.resolve(database) })
    return Object.fromEntries(checks.map(({ name, state, detail }) => [name, [state, detail]]))
  } finally {
    await database.close()
  }
}

const about = (number: number): string => `number ${number} of work ${first.workId}`

test('finds submissions as they were signed', async () => {
  expect((await diagnose())['submissions']).toEqual(['ok', '2, as signed'])
})

test('names a submission whose manifest, signature or place was changed, or whose key is missing', async () => {
  const verdict = async (...change: [string, unknown[]?]) => {
    await tamper(['delete from submission'], insertion(first), insertion(second()), change)
    return (await diagnose())['submissions']
  }
  expect(await verdict(`update submission set manifest = replace(manifest, '第二稿', '第三稿')`)).toEqual([
    'failed',
    `${about(2)}: its manifest was changed`,
  ])
  expect(
    await verdict(
      `update submission set manifest = replace(manifest, '第二稿', '第三稿'),
         hash = sha256(convert_to(replace(manifest, '第二稿', '第三稿'), 'UTF8')) where number = 2`,
    ),
  ).toEqual(['failed', `${about(2)}: its signature was changed`])
  expect(await verdict(`update submission set signature = set_byte(signature, 3, get_byte(signature, 3) # 1)`)).toEqual(
    ['failed', `${about(1)}: its signature was changed`],
  )
  expect(
    await verdict(`update submission set submitted_at = submitted_at - interval '1 day' where number = 2`),
  ).toEqual(['failed', `${about(2)}: its manifest is that of another submission`])
  expect(await verdict(`delete from signing_key`)).toEqual(['failed', `${about(1)}: the key that signed it is missing`])
})

test('reports a signing key that cannot be decrypted', async () => {
  const { keyId } = await requireSigner(site.asProgram())
  expect((await diagnose())['signing key']?.[0]).toBe('ok')
  const found = (await diagnose('another key, of another installation'))['signing key']
  expect(found).toEqual([
    'warning',
    `${keyId} was encrypted with another key than SECRET_KEY: put that key back, or the next submission makes a new one; earlier receipts can be verified in any case`,
  ])
})

test('names people whose names no font can print, before their certificates are issued', async () => {
  const name = 'names on certificates'
  expect((await diagnose())[name]).toEqual(['ok', 'all can be printed'])
  await installTemplates(site.db, new Date())
  const people = ['欧阳㛃', 'Ana Gonçalves', 'Łucja', 'Ꭰma', '吉𠮷'].map((each) => ({ name: each }))
  await tamper([
    `insert into certificate_issue (id, kind, state, source, sheet, edition_id, template_id, series_id, locale, dated, notify, created_at, updated_at)
     values (gen_random_uuid(), 'award', 'draft', '{}', $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'zh-CN', now(), false, now(), now())`,
    [JSON.stringify(people)],
  ])
  const found = 'no glyph in our fonts: Ꭰma (U+13A0), 吉𠮷 (U+20BB7)'
  expect((await diagnose())[name]).toEqual(['warning', found])
  await tamper([`update certificate_issue set state = 'issued'`])
  expect((await diagnose())[name]).toEqual(['ok', 'all can be printed'])
})

test('which optional programs are there', async () => {
  const settings = { FFMPEG_PATH: '/bin/sh', PDFTOPPM_PATH: 'off', SOFFICE_PATH: 'off' }
  const { ffmpeg, pdftoppm, soffice } = await diagnose(secretKey, settings)
  expect([ffmpeg, pdftoppm, soffice]).toEqual([
    ['ok', '/bin/sh'],
    ['ok', 'not installed, or switched off: documents have a drawn cover instead of their first page'],
    ['ok', 'not installed, or switched off: slides (PPTX) are not shown as pages, and have to be downloaded'],
  ])
})
