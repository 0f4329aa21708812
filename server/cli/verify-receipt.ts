import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { KeyObject } from 'node:crypto'
import { signingKeysPath } from '@lectern/contract/works/work-values.ts'
import { listSigningKeys } from '@lectern/contract/signing/signing-keys.ts'
import { hashManifest } from '../features/works/submission/manifest.ts'
import {
  compareFiles,
  idOfKey,
  readKeyPem,
  readReceiptPdf,
  ReceiptDiffers,
  verifyReceipt,
  type HeldReceipt,
} from '../features/works/receipts/verify-receipt.ts'
import { zoneTime } from '../platform/moments.ts'
import { refusal, type Command, type CommandInput, type Report } from './command.ts'

/** The command cannot begin: something that it was told is not there. */
class NotGiven extends Error {}

const readGiven = (path: string): Promise<Buffer> =>
  readFile(path).catch(() => {
    throw new NotGiven(`There is no file ${path}.`)
  })

const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString('latin1') === '%PDF-'

/** A PDF, or a manifest with its signature (and key) beside it. */
const readHeld = async (path: string): Promise<HeldReceipt> => {
  const bytes = await readGiven(path)
  if (isPdf(bytes)) return readReceiptPdf(bytes)
  const signature = await readGiven(path.replace(/(\.json)?$/, '.sig'))
  const key = await readFile(join(dirname(path), 'key.pem'), 'utf8').catch(() => undefined)
  return { manifest: bytes, signature, ...(key !== undefined && { key }) }
}

/** The keys that a site publishes. */
const fetchKeys = async (site: string): Promise<{ id: string; pem: string }[]> => {
  if (!URL.canParse(site)) throw new NotGiven('--url: an address such as https://contest.example.org')
  const address = new URL(signingKeysPath, site).href
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(20_000) })
    return listSigningKeys.answer.parse(await response.json()).keys
  } catch {
    throw new NotGiven(`${address} gives no keys.`)
  }
}

interface Trusted {
  key: KeyObject
  from: 'given' | 'published' | 'receipt'
}

const sameKey = (one: KeyObject, other: KeyObject): boolean => one.equals(other)

const findKey = async (held: HeldReceipt, options: CommandInput['options']): Promise<Trusted> => {
  const own = held.key === undefined ? undefined : readKeyPem(held.key)
  if (typeof options['key'] === 'string') {
    const key = readKeyPem((await readGiven(resolve(options['key']))).toString('utf8'))
    if (own && !sameKey(own, key))
      throw new ReceiptDiffers(`key.pem is key ${idOfKey(own)}, not the one that was given, ${idOfKey(key)}`)
    return { key, from: 'given' }
  }
  if (typeof options['url'] === 'string') {
    const keys = (await fetchKeys(options['url'])).map(({ pem }) => readKeyPem(pem))
    const key = own ? keys.find((one) => sameKey(one, own)) : (keys.find((one) => isSignedBy(held, one)) ?? keys.at(-1))
    if (!key) throw new ReceiptDiffers(`key.pem${own ? ` (key ${idOfKey(own)})` : ''} is not published there`)
    return { key, from: 'published' }
  }
  if (!own) throw new NotGiven('Say which key: --key key.pem, or --url with the address of the site.')
  return { key: own, from: 'receipt' }
}

const isSignedBy = (held: HeldReceipt, key: KeyObject): boolean => {
  try {
    verifyReceipt(held, key)
    return true
  } catch {
    return false
  }
}

const keyLine = ({ key, from }: Trusted): string =>
  from === 'receipt'
    ? `✗ Key ${idOfKey(key)} came with the receipt, and anybody can make one: give the key that the site publishes (${signingKeysPath}) with --key or --url.`
    : `✓ key ${idOfKey(key)}, ${from === 'given' ? 'as given' : 'as published'}`

const verifyHeld = async ({ args: [path = ''], options }: CommandInput): Promise<Report> => {
  const held = await readHeld(resolve(path))
  const trusted = await findKey(held, options)
  const manifest = verifyReceipt(held, trusted.key)
  const folder = options['files']
  const files = typeof folder === 'string' ? await compareFiles(manifest, resolve(folder)) : undefined
  const { enrolment, number, title, submittedAt, timeZone, work } = manifest
  const hash = hashManifest(Buffer.from(held.manifest).toString('utf8')).toString('hex')
  return {
    // A key that nobody vouches for proves only that nothing was changed since somebody signed.
    ok: trusted.from !== 'receipt',
    work,
    enrolment,
    number,
    submittedAt,
    hash,
    key: { id: idOfKey(trusted.key), from: trusted.from },
    ...(files !== undefined && { files }),
    lines: [
      `✓ submission ${number} of ${enrolment}, “${title}”, at ${zoneTime(new Date(submittedAt), timeZone)} (${timeZone})`,
      `✓ manifest.json: SHA-256 ${hash}`,
      '✓ manifest.sig: signed with the key',
      keyLine(trusted),
      ...(files === undefined ? [] : [`✓ ${files} ${files === 1 ? 'file' : 'files'}, as submitted`]),
    ],
  }
}

/** Titles and names of files come from strangers, and control characters command a terminal. */
const harmless = (text: string): string => text.replaceAll(/\p{Cc}/gu, '�')

const run = async (input: CommandInput): Promise<Report> => {
  try {
    const report = await verifyHeld(input)
    return { ...report, lines: report.lines.map(harmless) }
  } catch (error) {
    if (error instanceof ReceiptDiffers) return refusal(harmless(`✗ ${error.message}.`))
    if (error instanceof NotGiven) return refusal(error.message)
    throw error
  }
}

export const verifyReceiptCommand: Command = {
  summary: 'check the receipt of a submission',
  help: 'Checks a receipt without the site and its database: the PDF, or manifest.json with manifest.sig beside it. Names the first thing that differs from what was signed; exit code 1 then, and if the key is known only from the receipt itself.',
  arguments: ['file'],
  options: {
    key: { type: 'string', help: 'the public key (PEM), as the site publishes it' },
    url: { type: 'string', help: 'the address of the site, whose published keys are fetched' },
    files: { type: 'string', help: 'a folder with the submitted files, compared by name' },
  },
  run,
}
