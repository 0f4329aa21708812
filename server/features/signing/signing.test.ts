import { createPublicKey, verify } from 'node:crypto'
import { signingKeysPath } from '@lectern/contract/works/work-values.ts'
import { listSigningKeys as listEndpoint } from '@lectern/contract/signing/signing-keys.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEncryption } from '../../platform/encryption.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { absentFolder } from '../../testing/program.ts'
import { eventually, startSite, type TestSite } from '../../testing/site.ts'
import { requireSigner, unreadableSigningKeys } from './service.ts'

const secretKey = 'a key that is kept outside the database'

let site: TestSite
let second: TestSite
let stranger: TestSite
beforeAll(async () => {
  site = await startSite({ config: { secretKey } })
  const { databaseUrl } = site
  second = await startSite({ databaseUrl, config: { secretKey } })
  stranger = await startSite({ databaseUrl, config: { secretKey: 'another key, of another installation' } })
})
afterAll(() => Promise.all([site, second, stranger].map((one) => one.close())))
beforeEach(() => site.pool.query('delete from signing_key'))

const published = async () => (await site.ask(listEndpoint)).data.keys

const auditedKeys = async (): Promise<string[]> =>
  (
    await site.pool.query(
      `select subject_id from audit join signing_key on signing_key.id = subject_id where action = 'signingKey.created'`,
    )
  ).rows.map((row: { subject_id: string }) => row.subject_id)

test('the key is made once, signs, and its public half is published', async () => {
  await eventually(async () => expect(await published()).toEqual([]))
  const signer = await requireSigner(site.asProgram())
  const signature = signer.sign('量子教学')
  expect(signature).toHaveLength(64)
  expect((await requireSigner(second.asProgram())).keyId).toBe(signer.keyId)

  const [key, ...others] = await eventually(async () => {
    const keys = await published()
    if (keys.length === 0) throw new Error('not heard of yet')
    return keys
  })
  expect([key!.id, key!.algorithm, others]).toEqual([signer.keyId, 'Ed25519', []])
  expect(verify(null, Buffer.from('量子教学'), createPublicKey(key!.pem), signature)).toBe(true)
  expect(verify(null, Buffer.from('量子教育'), createPublicKey(key!.pem), signature)).toBe(false)
  expect(await auditedKeys()).toEqual([signer.keyId])

  const wellKnown = await fetch(`${site.url}${signingKeysPath}`)
  expect([wellKnown.headers.get('content-type'), await wellKnown.json()]).toEqual([
    'application/json; charset=utf-8',
    { keys: [key] },
  ])
})

test('processes that need it at the same moment make one key, in transactions too', async () => {
  const inOne = (of: TestSite) => inTransaction(of.asProgram(), requireSigner)
  const signers = await Promise.all([site, second, site, second, site, second].map(inOne))
  expect(new Set(signers.map(({ keyId }) => keyId)).size).toBe(1)
  expect(await auditedKeys()).toEqual([signers[0]!.keyId])
})

test('the private half is encrypted, for this key alone', async () => {
  const { keyId } = await requireSigner(site.asProgram())
  const { rows } = await site.pool.query<{ stored: string }>('select private_key as stored from signing_key')
  const encryption = createEncryption({ secretKey, dataDirectory: absentFolder() })
  expect(rows[0]!.stored).toMatch(/^enc1\./)
  expect(await encryption.decrypt('mail', rows[0]!.stored)).toBeUndefined()
  expect(await encryption.decrypt(`signing ${keyId}`, rows[0]!.stored)).toMatch(/^-----BEGIN PRIVATE KEY-----/)
})

test('a process without the secret key signs with a key of its own, and the old one stays published', async () => {
  const first = await requireSigner(site.asProgram())
  const other = await requireSigner(stranger.asProgram())
  expect(other.keyId).not.toBe(first.keyId)
  expect((await requireSigner(site.asProgram())).keyId).toBe(first.keyId)
  expect(await unreadableSigningKeys(site.db, site.asProgram().installation.encryption)).toEqual([other.keyId])
  await eventually(async () => {
    expect((await published()).map(({ id }) => id).toSorted()).toEqual([first.keyId, other.keyId].toSorted())
  })
})

test('a damaged key is retired and replaced', async () => {
  const { keyId } = await requireSigner(site.asProgram())
  await site.pool.query(`update signing_key set private_key = private_key || 'AAAA'`)
  const signers = await Promise.all([requireSigner(site.asProgram()), requireSigner(second.asProgram())])
  expect(new Set(signers.map((signer) => signer.keyId)).size).toBe(1)
  expect(signers[0].keyId).not.toBe(keyId)
  const { rows } = await site.pool.query('select id from signing_key where retired_at is not null')
  expect(rows).toEqual([{ id: keyId }])
})
