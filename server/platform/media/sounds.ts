/** Of a WAV file: how sound is encoded, and the sound. */
const keptChunks: ReadonlySet<string> = new Set(['fmt ', 'fact', 'data'])

/** The same sound with only the chunks that may stay. Undefined: it is no WAV file, or damaged. */
export const stripWav = (content: Uint8Array): Uint8Array | undefined => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') return undefined
  const kept: Buffer[] = []
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = Math.min(bytes.readUInt32LE(at + 4), bytes.length - at - 8)
    if (keptChunks.has(bytes.toString('latin1', at, at + 4))) {
      const chunk = Buffer.concat([bytes.subarray(at, at + 8 + size), Buffer.alloc(size % 2)])
      chunk.writeUInt32LE(size, 4)
      kept.push(chunk)
    }
    at += 8 + size + (size % 2)
  }
  const inner = Buffer.concat([Buffer.from('WAVE'), ...kept])
  const head = Buffer.from('RIFF....')
  head.writeUInt32LE(inner.length, 4)
  return kept.length > 1 ? Buffer.concat([head, inner]) : undefined
}

/** Kilobits a second, by version (1, then 2 and 2.5) and by layer. */
const rates: Readonly<Record<string, readonly number[]>> = {
  '1-1': [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  '1-2': [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1-3': [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2-1': [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  '2-2': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  '2-3': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const frequencies = [44_100, 48_000, 32_000]

/** How long the frame is that begins here; undefined: none does. */
const frameBytes = (bytes: Buffer, at: number): number | undefined => {
  if (at + 4 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xe0) !== 0xe0) return undefined
  const version = (bytes[at + 1]! >> 3) & 3
  const layer = 4 - ((bytes[at + 1]! >> 1) & 3)
  const rate = rates[`${version === 3 ? 1 : 2}-${layer}`]?.[bytes[at + 2]! >> 4]
  const frequency = frequencies[(bytes[at + 2]! >> 2) & 3]
  if (version === 1 || !rate || !frequency) return undefined
  const hertz = frequency / { 3: 1, 2: 2, 0: 4 }[version as 0 | 2 | 3]
  const padding = (bytes[at + 2]! >> 1) & 1
  if (layer === 1) return (Math.floor((12_000 * rate) / hertz) + padding) * 4
  return Math.floor(((layer === 3 && version !== 3 ? 72_000 : 144_000) * rate) / hertz) + padding
}

/** The frames of an MP3 file, without what stands before, between and after them. Undefined: there are none. */
export const stripMp3 = (content: Uint8Array): Uint8Array | undefined => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const kept: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const size = frameBytes(bytes, at)
    // By chance a tag may look like a frame; then none follows it.
    const isFrame = size !== undefined && (at + size >= bytes.length - 4 || frameBytes(bytes, at + size) !== undefined)
    const isLast = size !== undefined && kept.length > 0 && at + size <= bytes.length
    if (size !== undefined && at + size <= bytes.length && (isFrame || isLast)) {
      kept.push(bytes.subarray(at, at + size))
      at += size
    } else at += 1
  }
  return kept.length > 0 ? Buffer.concat(kept) : undefined
}
