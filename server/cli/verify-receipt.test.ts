import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { signingKeysPath } from '@lectern/contract/works/work-values.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { hashManifest } from '../features/works/submission/manifest.ts'
import { readKeyPem, readReceiptPdf, verifyReceipt } from '../features/works/receipts/verify-receipt.ts'
import { pemOf, publicBytesOf, signingKeyId } from '../platform/signing-keys.ts'
import { absentFolder, newFolder, startProgram } from '../testing/program.ts'
import { drawSample, sampleManifest, signSample } from '../testing/receipts.ts'
import { verifyReceiptCommand } from './verify-receipt.ts'

const contents = { '课堂实录.mp4': 'a film', '教学设计.pdf': 'a lesson plan' }
const sumOf = (content: string): string => createHash('sha256').update(content).digest('hex')

const facts = sampleManifest()
const { privateKey } = generateKeyPairSync('ed25519')
const submission = signSample(
  {
    ...facts,
    parts: facts.parts.map((part) => ({
      ...part,
      files: part.files.map((file) => {
        const content = contents[file.name as keyof typeof contents]
        return { ...file, size: content.length, sha256: sumOf(content) }
      }),
    })),
  },
  privateKey,
)
const keyId = signingKeyId(submission.publicKey)
const otherKey = publicBytesOf(generateKeyPairSync('ed25519').privateKey)

let folder: string
let pdf: Uint8Array
beforeAll(async () => {
  folder = await newFolder()
  pdf = await drawSample(submission)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const inFolder = (name: string): string => join(folder, name)

beforeEach(async () => {
  await writeFile(inFolder('receipt.pdf'), pdf)
  await writeFile(inFolder('manifest.json'), submission.manifest)
  await writeFile(inFolder('manifest.sig'), submission.signature)
  await writeFile(inFolder('published.pem'), pemOf(submission.publicKey))
  await writeFile(inFolder('other.pem'), pemOf(otherKey))
  await rm(inFolder('key.pem'), { force: true })
  await mkdir(inFolder('files'), { recursive: true })
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, 'files', name), content)
})

/** The exit code, and what is said. Nothing opens a database. */
const verify = async (file: string, options: Record<string, string> = {}) => {
  const input = { args: [inFolder(file)], options, openDatabase: () => Promise.reject(new Error('not needed')) }
  const { ok, lines } = await verifyReceiptCommand.run({ ...input, config: readConfig({ DATA_DIR: absentFolder() }) })
  return [ok ? 0 : 1, ...lines]
}

const whole = [
  '✓ submission 1 of MC2026-0042, “光的折射:从一支筷子说起”, at 2026-05-08 14:02 (Asia/Shanghai)',
  `✓ manifest.json: SHA-256 ${hashManifest(submission.manifest).toString('hex')}`,
  '✓ manifest.sig: signed with the key',
]

test('a PDF verifies by the published key; by the key inside it only that nothing was changed', async () => {
  expect(await verify('receipt.pdf')).toEqual([
    1,
    ...whole,
    `✗ Key ${keyId} came with the receipt, and anybody can make one: give the key that the site publishes (${signingKeysPath}) with --key or --url.`,
  ])
  expect(await verify('receipt.pdf', { key: inFolder('published.pem'), files: inFolder('files') })).toEqual([
    0,
    ...whole,
    `✓ key ${keyId}, as given`,
    '✓ 2 files, as submitted',
  ])
})

test('a manifest verifies with its signature beside it', async () => {
  expect(await verify('manifest.json')).toEqual([
    1,
    'Say which key: --key key.pem, or --url with the address of the site.',
  ])
  expect(await verify('manifest.json', { key: inFolder('published.pem') })).toEqual([
    0,
    ...whole,
    `✓ key ${keyId}, as given`,
  ])
})

test('the keys of a site are asked for at their fixed address', async () => {
  const keys = [otherKey, submission.publicKey].map((key) => ({
    id: signingKeyId(key),
    algorithm: 'Ed25519',
    pem: pemOf(key),
    createdAt: '2026-01-01T00:00:00.000Z',
  }))
  let shown = keys
  const site = createServer((request, response) => {
    response.statusCode = request.url === signingKeysPath ? 200 : 404
    response.end(JSON.stringify({ keys: shown }))
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  try {
    const published = [0, ...whole, `✓ key ${keyId}, as published`]
    expect(await verify('receipt.pdf', { url: address })).toEqual(published)
    expect(await verify('manifest.json', { url: `${address}/some/page` })).toEqual(published)
    shown = keys.slice(0, 1)
    expect(await verify('receipt.pdf', { url: address })).toEqual([
      1,
      `✗ key.pem (key ${keyId}) is not published there.`,
    ])
  } finally {
    site.close()
  }
  expect(await verify('receipt.pdf', { url: address })).toEqual([1, `${address}${signingKeysPath} gives no keys.`])
})

test('a changed byte is named: in the manifest, the signature, the key, a file', async () => {
  const key = { key: inFolder('published.pem') }
  const doubtful = `✗ The signature does not fit: manifest.json or manifest.sig was changed, or another key than ${keyId} signed.`

  await writeFile(inFolder('manifest.json'), submission.manifest.replace('星火教研组', '星火教研室'))
  expect(await verify('manifest.json', key)).toEqual([1, doubtful])
  await writeFile(inFolder('manifest.json'), submission.manifest.replace('{', '{ '))
  expect(await verify('manifest.json', key)).toEqual([
    1,
    '✗ manifest.json was changed, or is no manifest of a receipt.',
  ])

  await writeFile(inFolder('manifest.json'), submission.manifest)
  const signature = Buffer.from(submission.signature)
  signature[7]! ^= 1
  await writeFile(inFolder('manifest.sig'), signature)
  expect(await verify('manifest.json', key)).toEqual([1, doubtful])

  expect(await verify('receipt.pdf', { key: inFolder('other.pem') })).toEqual([
    1,
    `✗ key.pem is key ${keyId}, not the one that was given, ${signingKeyId(otherKey)}.`,
  ])

  const film = join(folder, 'files', '课堂实录.mp4')
  await writeFile(film, 'a fiLm')
  expect(await verify('receipt.pdf', { ...key, files: inFolder('files') })).toEqual([
    1,
    `✗ 课堂实录.mp4 was changed: its SHA-256 is ${sumOf('a fiLm')}.`,
  ])
  await appendFile(film, '!')
  expect(await verify('receipt.pdf', { ...key, files: inFolder('files') })).toEqual([
    1,
    '✗ 课堂实录.mp4 has 7 bytes, not 6.',
  ])
  await rm(film)
  expect(await verify('receipt.pdf', { ...key, files: inFolder('files') })).toEqual([
    1,
    `✗ 课堂实录.mp4 is not in ${inFolder('files')}.`,
  ])
})

test('pages that print another manifest than the attached one are found', async () => {
  const held = await readReceiptPdf(pdf)
  const key = readKeyPem(held.key!)
  expect(verifyReceipt(held, key).enrolment).toBe('MC2026-0042')
  const printed = held.printed!.replaceAll(hashManifest(submission.manifest).toString('hex'), '0'.repeat(64))
  expect(() => verifyReceipt({ ...held, printed }, key)).toThrow('manifest.json was changed: the pages print another')
  const without = held.printed!.replaceAll(sumOf(contents['教学设计.pdf']), '')
  expect(() => verifyReceipt({ ...held, printed: without }, key)).toThrow('do not print the SHA-256 of 教学设计.pdf')
})

test('what is no receipt is refused in words', async () => {
  expect(await verify('nothing.pdf')).toEqual([1, `There is no file ${inFolder('nothing.pdf')}.`])
  await writeFile(inFolder('receipt.pdf'), Buffer.from(pdf).subarray(0, 2_000))
  expect(await verify('receipt.pdf')).toEqual([1, '✗ The PDF is damaged.'])
  await writeFile(inFolder('receipt.pdf'), '')
  expect(await verify('receipt.pdf', { key: inFolder('published.pem') })).toEqual([
    1,
    `There is no file ${inFolder('receipt.pdf.sig')}.`,
  ])
})

test('the command runs where there is no site', async () => {
  const { code, stdout, stderr } = await startProgram(
    'cli.ts',
    ['verify-receipt', inFolder('receipt.pdf'), '--key', inFolder('published.pem'), '--json'],
    {},
  ).ended
  expect([code, stderr, JSON.parse(stdout)]).toEqual([
    0,
    '',
    {
      ok: true,
      work: facts.workId,
      enrolment: 'MC2026-0042',
      number: 1,
      submittedAt: '2026-05-08T06:02:03.456Z',
      hash: hashManifest(submission.manifest).toString('hex'),
      key: { id: keyId, from: 'given' },
    },
  ])
})
