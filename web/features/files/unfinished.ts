/** An unfinished upload in local storage, without data about the file or its owner. */
interface Unfinished {
  url: string
  /** A hash that identifies the file. */
  mark: string
}

const prefix = 'lectern.upload.'

/** Storage may be blocked; then uploads start from the beginning. */
const attempt = <T>(action: () => T): T | undefined => {
  try {
    return action()
  } catch {
    return undefined
  }
}

/** Key of a field on the site, under which its upload is stored. */
export const slotOf = (pathname: string, purpose: string, field: string): string =>
  `${prefix}${markOfText(`${pathname.toLowerCase()} ${purpose} ${field}`)}`

/** A short, non-cryptographic hash of a text. */
const markOfText = (text: string): string => {
  let [low, high] = [0xdeadbeef, 0x41c6ce57]
  for (const character of text) {
    const code = character.codePointAt(0)!
    low = Math.imul(low ^ code, 2_654_435_761)
    high = Math.imul(high ^ code, 1_597_334_677)
  }
  return ((high >>> 0) * 2 ** 21 + (low >>> 11)).toString(36)
}

export const markOfFile = ({ name, size, lastModified }: Pick<File, 'name' | 'size' | 'lastModified'>): string =>
  markOfText(`${name} ${size} ${lastModified}`)

export const rememberUnfinished = (slot: string, unfinished: Unfinished): void =>
  attempt(() => localStorage.setItem(slot, JSON.stringify(unfinished)))

export const forgetUnfinished = (slot: string): void => attempt(() => localStorage.removeItem(slot))

export const findUnfinished = (slot: string): Unfinished | undefined =>
  attempt(() => {
    const { url, mark } = JSON.parse(localStorage.getItem(slot) ?? '{}') as Partial<Unfinished>
    return url !== undefined && mark !== undefined ? { url, mark } : undefined
  })

export interface Interrupted {
  url: string
  name: string
  size: number
  sent: number
}

const nameIn = (metadata: string | null): string => {
  const encoded = /(?:^|,)filename ([\w+/=]+)/.exec(metadata ?? '')?.[1] ?? ''
  return new TextDecoder().decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)))
}

/** Requests the state of an unfinished upload; only its owner gets it. */
export const askAboutUnfinished = async (url: string): Promise<Interrupted | undefined> => {
  const { ok, headers } = await fetch(url, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })
  if (!ok) return undefined
  const [sent, size] = [Number(headers.get('upload-offset')), Number(headers.get('upload-length'))]
  return { url, name: nameIn(headers.get('upload-metadata')), size, sent }
}
