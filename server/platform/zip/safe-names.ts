/** Device names that Windows reserves, with any extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Characters that file systems refuse, invisible ones, and those that change the text direction. */
const unsafe = /[\\/:*?"<>|\p{C}]/gu

const cut = (text: string, maxBytes: number): string => {
  let bytes = 0
  let result = ''
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    result += character
  }
  return result
}

const trimmed = (text: string): string => text.replace(/^[\s.]+|[\s.]+$/g, '')

/** Makes a portable file or folder name from user input: one part of a path, never empty, and not too long. */
export const safeName = (text: string, maxBytes = 120): string => {
  const plain = trimmed(text.normalize('NFC').replaceAll(unsafe, '_').replaceAll(/\s+/g, ' '))
  const name = trimmed(cut(plain, maxBytes))
  if (name === '') return '_'
  return reserved.test(name) ? `_${name}` : name
}

/** The same for a file: its extension stays, however long the name is. */
export const safeFileName = (name: string): string => {
  const ending = /\.[a-z\d]{1,8}$/i.exec(name)?.[0] ?? ''
  return safeName(name.slice(0, name.length - ending.length)) + ending
}

/** Makes names unique within one folder, ignoring case. */
export const uniqueNames = (): ((name: string) => string) => {
  const taken = new Set<string>()
  return (name) => {
    const ending = /\.[a-z\d]{1,8}$/i.exec(name)?.[0] ?? ''
    const stem = name.slice(0, name.length - ending.length)
    let unique = name
    for (let n = 2; taken.has(unique.toLowerCase()); n += 1) unique = `${stem} (${n})${ending}`
    taken.add(unique.toLowerCase())
    return unique
  }
}
