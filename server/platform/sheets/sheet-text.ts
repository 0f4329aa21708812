const decode = (file: Buffer, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file)
  } catch {
    return undefined
  }
}

const isBegunWith = (file: Buffer, ...bytes: number[]): boolean => bytes.every((byte, index) => file[index] === byte)

/** Decodes a text file of a spreadsheet program: UTF-8, else the usual Chinese encoding. Undefined if it is no text. */
export const decodeText = (file: Buffer): string | undefined => {
  if (isBegunWith(file, 0xff, 0xfe)) return decode(file, 'utf-16le')
  if (file.includes(0)) return undefined
  return decode(file, 'utf-8') ?? decode(file, 'gb18030')
}
