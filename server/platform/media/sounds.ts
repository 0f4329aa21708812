/** Of a WAV file: how sound is encoded, and the sound. How long each chunk may be. */
const keptChunks: Readonly<Record<string, number>> = { 'fmt ': 50, fact: 4, data: Infinity }

/** A format ends with so many bytes of its own as it says. */
const formatBytes = (content: Buffer): number => (content.length < 18 ? 16 : 18 + content.readUInt16LE(16))

const keptContent = (type: string, content: Buffer): Buffer =>
  content.subarray(0, Math.min(keptChunks[type]!, type === 'fmt ' ? formatBytes(content) : Infinity))

/** The same sound with only the chunks that may stay. Undefined: it is no WAV file, or damaged. */
export const stripWav = (content: Uint8Array): Uint8Array | undefined => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') return undefined
  const pieces: Buffer[] = []
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = Math.min(bytes.readUInt32LE(at + 4), bytes.length - at - 8)
    const type = bytes.toString('latin1', at, at + 4)
    if (type in keptChunks) {
      const inside = keptContent(type, bytes.subarray(at + 8, at + 8 + size))
      const chunk = Buffer.concat([bytes.subarray(at, at + 8), inside, Buffer.alloc(inside.length % 2)])
      chunk.writeUInt32LE(inside.length, 4)
      pieces.push(chunk)
    }
    at += 8 + size + (size % 2)
  }
  const inner = Buffer.concat([Buffer.from('WAVE'), ...pieces])
  const head = Buffer.from('RIFF....')
  head.writeUInt32LE(inner.length, 4)
  return pieces.length > 1 ? Buffer.concat([head, inner]) : undefined
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

/** Where the first frame, which is silent, tells how long the sound is; by version and whether it has one channel. */
const summaryStart = (bytes: Buffer): number => {
  const isFirst = ((bytes[1]! >> 3) & 3) === 3
  const isMono = bytes[3]! >> 6 === 3
  if (isFirst) return isMono ? 21 : 36
  return isMono ? 13 : 21
}

/** The name of a program, and what it wrote about itself, follow what a player needs; of this, how much is silence at both ends. */
const cleanSummary = (original: Buffer): Buffer => {
  const at = summaryStart(original)
  if (at + 8 > original.length || !['Xing', 'Info'].includes(original.toString('latin1', at, at + 4))) return original
  const frame = Buffer.from(original)
  const flags = frame.readUInt32BE(at + 4)
  const name = at + 8 + (flags & 1 ? 4 : 0) + (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0)
  // Players read the silence only if one of these names precedes it.
  const isKnown = ['LAME', 'Lavf', 'Lavc'].includes(frame.toString('latin1', name, name + 4))
  frame.fill(0, Math.min(isKnown ? name + 4 : name, frame.length), Math.min(name + 21, frame.length))
  frame.fill(0, Math.min(name + 24, frame.length))
  return frame
}

/** The frames of an MP3 file, without what stands before, between and after them. Undefined: there are none. */
export const stripMp3 = (content: Uint8Array): Uint8Array | undefined => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const size = frameBytes(bytes, at)
    // By chance a tag may look like a frame; then none follows it.
    const isFrame = size !== undefined && (at + size >= bytes.length - 4 || frameBytes(bytes, at + size) !== undefined)
    const isLast = size !== undefined && pieces.length > 0 && at + size <= bytes.length
    if (size !== undefined && at + size <= bytes.length && (isFrame || isLast)) {
      const frame = bytes.subarray(at, at + size)
      pieces.push(pieces.length === 0 ? cleanSummary(frame) : frame)
      at += size
    } else at += 1
  }
  return pieces.length > 0 ? Buffer.concat(pieces) : undefined
}
