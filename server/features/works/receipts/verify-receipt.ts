import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { canonicalJson } from '@lectern/contract/canonical-json.ts'
import { publicBytesOf, signingKeyId } from '../../../platform/signing-keys.ts'
import { hashManifest, readManifest, type Manifest } from '../submission/manifest.ts'

/** A receipt as somebody holds it in hands. */
export interface HeldReceipt {
  manifest: Uint8Array
  signature: Uint8Array
  /** PEM; absent: it came without a key. */
  key?: string
  /** Everything that is printed, without spaces; absent: it is not on paper. */
  printed?: string
}

/** Something differs from what was submitted; the message names it. */
export class ReceiptDiffers extends Error {}

/** Takes what is attached to a PDF, and what is printed on it. */
export const readReceiptPdf = async (pdf: Uint8Array): Promise<HeldReceipt> => {
  // Large, and of no use to other commands.
  const { extractText, getDocumentProxy } = await import('unpdf')
  const read = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 }).catch(() => {
    throw new ReceiptDiffers('The PDF is damaged')
  })
  const names = new Set((await read.getAttachments())?.keys())
  const take = async (name: string): Promise<Uint8Array> => {
    const content = names.has(name) ? await read.getAttachmentContent(name) : null
    if (!content) throw new ReceiptDiffers(`The PDF has no attachment ${name}`)
    return content
  }
  const { text } = await extractText(read, { mergePages: true })
  return {
    manifest: await take('manifest.json'),
    signature: await take('manifest.sig'),
    key: Buffer.from(await take('key.pem')).toString('utf8'),
    printed: text.replaceAll(/\s/g, ''),
  }
}

/** Throws if it is no public key of the kind that signs receipts. */
export const readKeyPem = (pem: string): KeyObject => {
  let key: KeyObject
  try {
    key = createPublicKey(pem)
  } catch {
    throw new ReceiptDiffers('The key is no public key in PEM')
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new ReceiptDiffers('The key is no Ed25519 key')
  return key
}

export const idOfKey = (key: KeyObject): string => signingKeyId(publicBytesOf(key))

const readText = (bytes: Uint8Array): { text: string; manifest: Manifest } => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const manifest = readManifest(text)
    if (canonicalJson(manifest) !== text) throw new Error('not canonical')
    return { text, manifest }
  } catch {
    throw new ReceiptDiffers('manifest.json was changed, or is no manifest of a receipt')
  }
}

const checkPrinted = (printed: string, text: string, { parts }: Manifest): void => {
  if (!printed.includes(hashManifest(text).toString('hex')))
    throw new ReceiptDiffers('manifest.json was changed: the pages print another SHA-256')
  for (const { name, sha256 } of parts.flatMap(({ files }) => files))
    if (!printed.includes(sha256)) throw new ReceiptDiffers(`The pages do not print the SHA-256 of ${name}`)
}

/** The manifest of a receipt that is as the key signed it; throws `ReceiptDiffers` at the first thing that is not. */
export const verifyReceipt = (receipt: HeldReceipt, key: KeyObject): Manifest => {
  const { text, manifest } = readText(receipt.manifest)
  if (receipt.printed !== undefined) checkPrinted(receipt.printed, text, manifest)
  if (receipt.signature.length !== 64) throw new ReceiptDiffers('manifest.sig was changed: it is no signature')
  if (!verify(null, receipt.manifest, key, receipt.signature))
    throw new ReceiptDiffers(
      receipt.printed === undefined
        ? `The signature does not fit: manifest.json or manifest.sig was changed, or another key than ${idOfKey(key)} signed`
        : `manifest.sig was changed, or another key than ${idOfKey(key)} signed`,
    )
  return manifest
}

const sumOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Compares files in a folder, found by their names, with those that were submitted; returns how many there are. */
export const compareFiles = async ({ parts }: Manifest, folder: string): Promise<number> => {
  const files = parts.flatMap((part) => part.files)
  for (const { name, size } of files) {
    // Files of two parts may have the same name; the folder holds one of them.
    const same = files.filter((other) => other.name === name)
    const path = join(folder, basename(name))
    const stats = await stat(path).catch(() => undefined)
    if (!stats?.isFile()) throw new ReceiptDiffers(`${name} is not in ${folder}`)
    if (!same.some((other) => other.size === stats.size))
      throw new ReceiptDiffers(`${name} has ${stats.size} bytes, not ${size}`)
    const sum = await sumOf(path)
    if (!same.some(({ sha256 }) => sha256 === sum))
      throw new ReceiptDiffers(`${name} was changed: its SHA-256 is ${sum}`)
  }
  return files.length
}
