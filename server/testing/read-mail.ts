export interface ReadMail {
  /** By lower-case name, unfolded and decoded. */
  headers: Record<string, string>
  /** Names of all header lines, in order. */
  headerNames: string[]
  text: string
  html: string
}

const decodeWord = (_: string, encoding: string, word: string): string =>
  encoding.toLowerCase() === 'b'
    ? Buffer.from(word, 'base64').toString('utf8')
    : decodeQuoted(word.replaceAll('_', ' ')).toString('utf8')

const decodeQuoted = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** RFC 2047: blanks between two encoded words are not part of the text. */
const decodeHeader = (value: string): string =>
  value.replaceAll(/(\?=)\s+(=\?)/g, '$1$2').replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, decodeWord)

const splitPart = (raw: string): { lines: string[]; body: string } => {
  const end = raw.indexOf('\r\n\r\n')
  return {
    lines: raw
      .slice(0, end)
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n'),
    body: raw.slice(end + 4),
  }
}

const headersOf = (lines: readonly string[]): [string, string][] =>
  lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), decodeHeader(line.slice(colon + 1).trim())]
  })

const contentOf = (raw: string): { type: string; content: string } => {
  const { lines, body } = splitPart(raw)
  const headers = Object.fromEntries(headersOf(lines))
  const encoding = headers['content-transfer-encoding']
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? decodeQuoted(body)
        : Buffer.from(body, 'latin1')
  return { type: headers['content-type'] ?? '', content: bytes.toString('utf8').replaceAll('\r\n', '\n').trimEnd() }
}

/** Parses a raw mail with two alternatives, one character per byte. */
export const readMail = (raw: string): ReadMail => {
  const { lines, body } = splitPart(raw)
  const headers = headersOf(lines)
  const boundary = /boundary="?([^";]+)/.exec(Object.fromEntries(headers)['content-type'] ?? '')?.[1] ?? ''
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => contentOf(part.replace(/^\r\n/, '')))
  const find = (type: string): string => parts.find((part) => part.type.startsWith(type))?.content ?? ''
  return {
    headers: Object.fromEntries(headers),
    headerNames: headers.map(([name]) => name),
    text: find('text/plain'),
    html: find('text/html'),
  }
}
