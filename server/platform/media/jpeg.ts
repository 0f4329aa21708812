const marker = 0xff
const startOfScan = 0xda
/** Segments in which cameras and editors write: all application segments but those that tell how colors are meant. */
const isPersonal = (type: number): boolean =>
  (type >= 0xe1 && type <= 0xef && type !== 0xe2 && type !== 0xee) || type === 0xfe

/** The same picture without what a camera wrote into it; not decoded. What is not a JPEG comes back as it is. */
export const stripJpeg = (content: Uint8Array): Uint8Array => {
  if (content[0] !== marker || content[1] !== 0xd8) return content
  const kept: Uint8Array[] = [content.subarray(0, 2)]
  let at = 2
  while (at + 4 <= content.length && content[at] === marker && content[at + 1] !== startOfScan) {
    const type = content[at + 1]!
    const end = at + 2 + ((content[at + 2]! << 8) | content[at + 3]!)
    if (!isPersonal(type)) kept.push(content.subarray(at, end))
    at = end
  }
  kept.push(content.subarray(at))
  return Buffer.concat(kept)
}
