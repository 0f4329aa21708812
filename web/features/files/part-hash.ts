import { placeOfPart } from '@lectern/contract/files/part-values.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

export interface HashedPart {
  /** From 1. */
  number: number
  /** In base64. */
  sha256: string
  /** Of the whole file, in hexadecimal digits; only with its last part. */
  whole?: string
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** Over plain HTTP, for example in a school's network, browsers have no Web Crypto. */
const hashOf = async (content: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  'subtle' in crypto ? new Uint8Array(await crypto.subtle.digest('SHA-256', content)) : sha256(content)

/** Reads a file part by part, and hashes each of them and the whole. Each call reads the next one. */
export const hashParts = (file: Blob, partBytes: number): (() => Promise<HashedPart>) => {
  const whole = sha256.create()
  let number = 0
  return async () => {
    number += 1
    const { start, end } = placeOfPart(file.size, partBytes, number)
    const content = new Uint8Array(await file.slice(start, end).arrayBuffer())
    whole.update(content)
    const part = { number, sha256: toBase64(await hashOf(content)) }
    return end === file.size ? { ...part, whole: bytesToHex(whole.digest()) } : part
  }
}
