import { locales } from '@lectern/contract/locales.ts'

/** Lists, which are never cached, and sheets, which threads write. */
const officePaths = [
  '/api/enrolments',
  '/api/works',
  '/api/users',
  '/api/notices',
  '/api/audit',
  '/api/office/counts',
  '/api/enrolments/export?format=xlsx&personal=names',
  '/api/works/export?format=xlsx',
  '/api/users/export?format=csv',
]

const encodings = ['br', 'gzip', 'identity']

/** A request of a reader. */
export interface ReaderCall {
  path: string
  headers: Record<string, string>
}

/** Three calls of visitors, a search that nobody has made before, and a call of an organiser, in turn. */
export const callsOf = function* (paths: readonly string[], cookie: string): Generator<ReaderCall, never> {
  for (let turn = 0; ; turn += 1) {
    const address = `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`
    const headers = {
      'accept-language': locales[turn % locales.length]!,
      'accept-encoding': encodings[turn % encodings.length]!,
      'x-forwarded-for': address,
    }
    if (turn % 5 === 3) yield { path: `/search?search=${encodeURIComponent(`报名 ${turn}`)}`, headers }
    else if (turn % 5 === 4)
      yield { path: officePaths[Math.floor(turn / 5) % officePaths.length]!, headers: { ...headers, cookie } }
    else yield { path: paths[turn % paths.length]!, headers }
  }
}
