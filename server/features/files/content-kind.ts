import { fileTypes, type FilePurpose } from '@lectern/contract/file-values.ts'

/** The beginning of a file is enough to tell what it is. */
export const headBytes = 1024 ** 2

/** Documents of older offices are all kept in the same container: only their names tell them apart. */
const containerTypes: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
}

/** The same by another name. */
const otherNames: Readonly<Record<string, string>> = { 'audio/x-m4a': 'audio/mp4', 'video/x-m4v': 'video/mp4' }

const endingOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Characters that no text holds. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const controls = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

/** As text, if it is some; the last character of a beginning may be cut in two. */
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

/** Text of a harmless kind. What begins as a page or a drawing does is neither. */
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

/** What the content is, if it is something that may serve this purpose; never what it calls itself. */
export const contentType = async (purpose: FilePurpose, head: Buffer, name: string): Promise<string | undefined> => {
  const type = await typeOf(head, name)
  return type !== undefined && type in fileTypes[purpose] ? type : undefined
}

/** A name that ends as files of this type do: whoever opens it gets what was looked at. */
export const fittingName = (purpose: FilePurpose, type: string, name: string): string => {
  const endings = fileTypes[purpose][type] ?? []
  return endings.length === 0 || endings.includes(endingOf(name)) ? name : `${name}.${endings[0]}`
}
