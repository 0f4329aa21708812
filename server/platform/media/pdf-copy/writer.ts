import { constants, createInflate, deflateSync } from 'node:zlib'
import { PdfTooCostly } from './filters.ts'

/** `/Name`, with what may not stand in a name as numbers. */
export const nameText = (name: string): string => {
  const bytes = Array.from(name).every((character) => character.codePointAt(0)! < 256)
    ? Buffer.from(name, 'latin1')
    : Buffer.from(name)
  return `/${[...bytes]
    .map((byte) => {
      const character = String.fromCodePoint(byte)
      return /[\w.+\-,@:;*!?$&'"=^`|~\\]/.test(character) ? character : `#${byte.toString(16).padStart(2, '0')}`
    })
    .join('')}`
}

export const numberText = (value: number): string => {
  if (!Number.isFinite(value)) return '0'
  const text = String(value)
  return text.includes('e') ? value.toFixed(10) : text
}

export const stringText = (bytes: Uint8Array): string => `<${Buffer.from(bytes).toString('hex')}>`

/** Entries of a dictionary as they are written; those without a value are left out. */
export type Entries = Readonly<Record<string, string | undefined>>

export const dictText = (entries: Entries): string =>
  `<<${Object.entries(entries)
    .flatMap(([key, value]) => (value === undefined ? [] : [`/${key} ${value}`]))
    .join(' ')}>>`

/** An object of the new document: `12 0 R` in its text. */
export interface Reference {
  number: number
  text: string
}

interface WrittenStream {
  entries: Entries
  data: Uint8Array
  /** Deflated elsewhere: what follows its end is not read by anybody, and cut off. */
  isForeign: boolean
}

/** Pictures are not kept in memory, so they may be larger than other streams. */
const maxForeignBytes = 4 * 1024 ** 3

/** A new document, in which nothing is but what was added. */
export const createWriter = () => {
  const objects: (string | WrittenStream | undefined)[] = []
  let foreignBytes = 0

  const reserve = (): Reference => {
    objects.push(undefined)
    return { number: objects.length, text: `${objects.length} 0 R` }
  }
  const fill = (reference: Reference, content: string | WrittenStream): Reference => {
    objects[reference.number - 1] = content
    return reference
  }
  const deflated = (entries: Entries, data: Uint8Array): WrittenStream => ({
    entries: { ...entries, Filter: '/FlateDecode' },
    data: deflateSync(data),
    isForeign: false,
  })

  /** How many bytes belong to deflated data. */
  const endOf = async (data: Uint8Array): Promise<number> => {
    const inflate = createInflate({ finishFlush: constants.Z_SYNC_FLUSH })
    inflate.end(data)
    try {
      for await (const piece of inflate as AsyncIterable<Buffer>) {
        foreignBytes += piece.length
        if (foreignBytes > maxForeignBytes) throw new PdfTooCostly('The pictures of this document are too large')
      }
    } catch (error) {
      if (error instanceof PdfTooCostly) throw error
      // Readers show what they can of a damaged picture.
      return data.length
    }
    return inflate.bytesWritten
  }

  const bytesOf = async (content: string | WrittenStream): Promise<Buffer[]> => {
    if (typeof content === 'string') return [Buffer.from(content, 'latin1')]
    const data = content.isForeign ? content.data.subarray(0, await endOf(content.data)) : content.data
    const head = dictText({ ...content.entries, Length: String(data.length) })
    return [Buffer.from(`${head}\nstream\n`, 'latin1'), Buffer.from(data), Buffer.from('\nendstream')]
  }

  return {
    reserve,
    add: (content: string): Reference => fill(reserve(), content),
    fill: (reference: Reference, content: string): Reference => fill(reference, content),
    addStream: (entries: Entries, data: Uint8Array): Reference => fill(reserve(), deflated(entries, data)),
    fillStream: (reference: Reference, entries: Entries, data: Uint8Array): Reference =>
      fill(reference, deflated(entries, data)),
    /** With the filters that its entries name. */
    fillEncoded: (reference: Reference, entries: Entries, data: Uint8Array): Reference =>
      fill(reference, { entries, data, isForeign: entries['Filter'] === '/FlateDecode' }),

    /** The whole file. */
    finish: async (catalog: Reference): Promise<Uint8Array> => {
      const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')]
      let length = pieces[0]!.length
      const offsets: number[] = []
      for (const [index, content] of objects.entries()) {
        offsets.push(length)
        const lines = [
          Buffer.from(`${index + 1} 0 obj\n`),
          ...(await bytesOf(content ?? 'null')),
          Buffer.from('\nendobj\n'),
        ]
        for (const line of lines) length += line.length
        pieces.push(...lines)
      }
      const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
      const size = objects.length + 1
      pieces.push(
        Buffer.from(
          `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n${dictText({ Size: String(size), Root: catalog.text })}\nstartxref\n${length}\n%%EOF\n`,
        ),
      )
      return Buffer.concat(pieces)
    },
  }
}
export type PdfWriter = ReturnType<typeof createWriter>
