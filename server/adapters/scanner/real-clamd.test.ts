import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sourceIn } from '@lectern/contract/media/byte-source.ts'
import { isUnpackedWholly } from '../../features/scanning/unpacked-sizes.ts'
import { zipOf } from '../../testing/document-samples.ts'
import { hasClamd, startClamd } from '../../testing/clamd.ts'
import { eicar } from '../../testing/scanner.ts'
import { createClamd } from './clamd.ts'
import type { Scanner } from './scanner.ts'

const maxBytes = 200_000

// Without clamd (Debian: clamav-daemon) only the double in clamd.test.ts speaks the protocol.
describe.skipIf(!hasClamd)('the daemon of ClamAV (clamav-daemon)', () => {
  let real: Awaited<ReturnType<typeof startClamd>>
  let scanner: Scanner
  beforeAll(async () => {
    real = await startClamd(maxBytes)
    scanner = createClamd({ address: real.address, maxBytes })
  })
  afterAll(() => real.close())

  const scan = (content: Buffer) =>
    scanner.scan(
      (async function* () {
        for (let start = 0; start < content.length; start += 10_000) yield content.subarray(start, start + 10_000)
      })(),
      AbortSignal.any([]),
    )

  test('tells its version', async () => {
    expect(await scanner.version()).toMatch(/^ClamAV \d/)
  })

  test('finds the test file of EICAR, alone and in an archive, and nothing elsewhere', async () => {
    const found = { outcome: 'infected', signature: 'Eicar-Test-Signature.UNOFFICIAL' }
    expect(await scan(eicar)).toEqual(found)
    expect(await scan(await zipOf({ 'lesson/eicar.com': new Uint8Array(eicar) }))).toEqual(found)
    expect(await scan(Buffer.alloc(100_000, 'lesson '))).toEqual({ outcome: 'clean' })
    expect(await scan(await zipOf({ 'lesson.txt': 'lesson' }))).toEqual({ outcome: 'clean' })
  })

  test('says nothing that could be taken for clean about more than it reads', async () => {
    const { outcome } = await scan(Buffer.concat([Buffer.alloc(maxBytes + 1_000, 'lesson '), eicar])).catch(() => ({
      outcome: 'away',
    }))
    expect(['tooLarge', 'unreadable', 'away']).toContain(outcome)
  })

  test('says OK of an archive of which it has read only a part: sizes have to be compared', async () => {
    const large = Buffer.concat([Buffer.alloc(maxBytes + 50_000, 'lesson '), eicar])
    const archive = await zipOf({ 'large.txt': new Uint8Array(large) })
    expect(await scan(archive)).toEqual({ outcome: 'clean' })
    expect(await isUnpackedWholly(sourceIn(archive), maxBytes)).toBe(false)
  })
})
