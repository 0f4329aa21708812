import { deflateSync } from 'node:zlib'

interface Part {
  number: number
  head: string
  data?: Buffer | undefined
}

const bytesOf = ({ number, head, data }: Part): Buffer => {
  if (!data) return Buffer.from(`${number} 0 obj\n${head}\nendobj\n`, 'latin1')
  const whole = head.replace(/>>$/, ` /Length ${data.length}>>`)
  return Buffer.concat([
    Buffer.from(`${number} 0 obj\n${whole}\nstream\n`, 'latin1'),
    data,
    Buffer.from('\nendstream\nendobj\n'),
  ])
}

const tableOf = (offsets: ReadonlyMap<number, number>): string =>
  [...offsets].map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`).join('')

/** Writes PDFs object by object, as no program would: for what a reader must expect. */
export const createPdfBuilder = () => {
  const parts: Part[] = []
  const reserve = (): string => {
    parts.push({ number: parts.length + 1, head: 'null' })
    return `${parts.length} 0 R`
  }
  const fill = (reference: string, head: string, data?: Buffer | string): string => {
    const number = Number.parseInt(reference)
    parts[number - 1] = { number, head, data: typeof data === 'string' ? Buffer.from(data, 'latin1') : data }
    return reference
  }

  /** A table of objects of its own kind, in which all objects without a stream are compressed together. */
  const packed = (root: string): Buffer => {
    const inside = parts.filter(({ data }) => !data)
    const texts = inside.map(({ head }) => Buffer.from(`${head}\n`, 'latin1'))
    let at = 0
    const places = inside.map(({ number }, index) => {
      const place = `${number} ${at}`
      at += texts[index]!.length
      return place
    })
    const head = `${places.join(' ')}\n`
    const container = parts.length + 1
    const table = container + 1
    const stream: Part = {
      number: container,
      head: `<</Type /ObjStm /N ${inside.length} /First ${head.length} /Filter /FlateDecode>>`,
      data: deflateSync(Buffer.concat([Buffer.from(head), ...texts])),
    }
    const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')]
    const rows = Array.from({ length: table + 1 }, () => Buffer.alloc(7))
    const row = (number: number, kind: number, first: number, second: number): void => {
      rows[number]!.writeUInt8(kind)
      rows[number]!.writeUInt32BE(first, 1)
      rows[number]!.writeUInt16BE(second, 5)
    }
    inside.forEach(({ number }, index) => row(number, 2, container, index))
    let offset = pieces[0]!.length
    for (const part of [...parts.filter(({ data }) => data), stream]) {
      row(part.number, 1, offset, 0)
      const bytes = bytesOf(part)
      pieces.push(bytes)
      offset += bytes.length
    }
    row(table, 1, offset, 0)
    const data = deflateSync(Buffer.concat(rows))
    pieces.push(
      bytesOf({
        number: table,
        head: `<</Type /XRef /Size ${table + 1} /W [1 4 2] /Root ${root} /Filter /FlateDecode>>`,
        data,
      }),
      Buffer.from(`startxref\n${offset}\n%%EOF\n`),
    )
    return Buffer.concat(pieces)
  }

  /** `replaced`: objects of an earlier version, which this one has written anew. */
  const finish = (
    root: string,
    { trailer = '', replaced = {} }: { trailer?: string; replaced?: Record<string, string> } = {},
  ): Buffer => {
    const before = new Map(Object.entries(replaced).map(([reference, head]) => [Number.parseInt(reference), head]))
    let content: Buffer = Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')
    const section = (listed: readonly Part[], previous: string): void => {
      const offsets = new Map<number, number>()
      for (const part of listed) {
        offsets.set(part.number, content.length)
        content = Buffer.concat([content, bytesOf(part)])
      }
      const start = content.length
      const end = `trailer\n<</Size ${parts.length + 1} /Root ${root} ${previous} ${trailer}>>\nstartxref\n${start}\n%%EOF\n`
      content = Buffer.concat([content, Buffer.from(`xref\n${tableOf(offsets)}${end}`, 'latin1')])
    }
    section(
      parts.map((part) => (before.has(part.number) ? { number: part.number, head: before.get(part.number)! } : part)),
      '',
    )
    if (before.size === 0) return content
    const previous = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(content.toString('latin1'))![1])
    section(
      parts.filter(({ number }) => before.has(number)),
      `/Prev ${previous}`,
    )
    return content
  }

  return {
    reserve,
    fill,
    add: (head: string, data?: Buffer | string): string => fill(reserve(), head, data),
    finish,
    packed,
  }
}
export type PdfBuilder = ReturnType<typeof createPdfBuilder>
