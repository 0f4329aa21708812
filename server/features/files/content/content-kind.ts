import { fileTypes, type FilePurpose } from '@lectern/contract/files/file-values.ts'

/** The start of a file is enough to detect its type. */
export const headBytes = 1024 ** 2

/** Old office documents share one container format: only their names tell them apart. */
const containerTypes: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
}

/** Aliases of types. */
const otherNames: Readonly<Record<string, string>> = { 'audio/x-m4a': 'audio/mp4', 'video/x-m4v': 'video/mp4' }

const endingOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Characters that no text contains. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const controls = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

/** Decodes text, if it is text; the last character of a chunk may be incomplete. */
const decode = (head: Buffer): string | undefined => {
  for (const encoding of ['utf-8', 'gb18030'])
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
      return controls.test(text) ? undefined : text
    } catch {
      // Not in this one.
    }
  return undefined
}

/** Plain text types. HTML and SVG are excluded by their first characters. */
const textType = (head: Buffer, name: string): string | undefined => {
  const text = decode(head)
  if (text === undefined || /^\s*</.test(text)) return undefined
  if (/^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(text)) return 'text/vtt'
  return endingOf(name) === 'csv' ? 'text/csv' : 'text/plain'
}

const typeOf = async (head: Buffer, name: string): Promise<string | undefined> => {
  const { fileTypeFromBuffer } = await import('file-type')
  const mime = (await fileTypeFromBuffer(head))?.mime
  if (mime === 'application/x-cfb') return containerTypes[endingOf(name)]
  if (mime === undefined || mime === 'text/vtt') return textType(head, name)
  return otherNames[mime] ?? mime
}

export const unknownType = 'application/octet-stream'

/** Detects the type from the content, never from the claimed type; undefined if the purpose does not allow it. */
export const contentType = async (purpose: FilePurpose, head: Buffer, name: string): Promise<string | undefined> => {
  const type = await typeOf(head, name)
  // The rules of a part decide later, with a finding that says what is wrong.
  if (purpose === 'work') return type ?? unknownType
  return type !== undefined && type in fileTypes[purpose] ? type : undefined
}

/** Gives the name an extension that fits the detected type. */
export const fittingName = (purpose: FilePurpose, type: string, name: string): string => {
  const endings = fileTypes[purpose][type] ?? []
  return endings.length === 0 || endings.includes(endingOf(name)) ? name : `${name}.${endings[0]}`
}
