import { crc32, deflateRawSync } from 'node:zlib'

interface Entry {
  name: string
  content: string
}

/** Names are written in UTF-8. */
const flags = 0x0800
const deflated = 8
/** The first date of the format, used for all entries. */
const day = 0x0021

const headOf = ({ name, content }: Entry) => {
  const [path, plain] = [Buffer.from(name), Buffer.from(content)]
  const packed = deflateRawSync(plain)
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(flags, 2)
  facts.writeUInt16LE(deflated, 4)
  facts.writeUInt16LE(day, 8)
  facts.writeUInt32LE(crc32(plain), 10)
  facts.writeUInt32LE(packed.length, 14)
  facts.writeUInt32LE(plain.length, 18)
  facts.writeUInt16LE(path.length, 22)
  return { path, packed, facts }
}

/** A small archive, packed in memory. */
export const packZip = (entries: readonly Entry[]): Buffer => {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { path, packed, facts } = headOf(entry)
    const body = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, path, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), facts, tail, path)
    bodies.push(body)
    offset += body.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, listed, Buffer.from('PK\u0005\u0006'), end])
}
