import { crc32, inflateRawSync } from 'node:zlib'

/** The files of an archive by path, with their checksums verified. */
export const unpackZip = (archive: Buffer): Record<string, Buffer> => {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  const files: Record<string, Buffer> = {}
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [sum, packed] = [archive.readUInt32LE(at + 16), archive.readUInt32LE(at + 20)]
    const [name, extra] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30)]
    const offset = archive.readUInt32LE(at + 42)
    const begin = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28)
    const content = inflateRawSync(archive.subarray(begin, begin + packed))
    const path = archive.toString('utf8', at + 46, at + 46 + name)
    if (crc32(content) !== sum) throw new Error(`${path} is broken`)
    files[path] = content
    at += 46 + name + extra
  }
  return files
}

/** The same, of texts. */
export const readZip = (archive: Buffer): Record<string, string> =>
  Object.fromEntries(Object.entries(unpackZip(archive)).map(([path, content]) => [path, content.toString()]))
