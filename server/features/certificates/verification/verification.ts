import { timingSafeEqual } from 'node:crypto'
import { readCertificateNumber } from '@lectern/contract/certificates/certificate-numbers.ts'
import type { Verification } from '@lectern/contract/certificates/certificates.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { networkOf, takeFrom, type Allowance } from '../../../platform/throttle.ts'
import { findByNumber, findByPdf, type VerificationRow } from '../holders/certificate-queries.ts'
import { presentPrinted } from '../present.ts'

/**
 * Clients that try many numbers are slowed down. A right code is never counted: a school may verify hundreds, and with
 * 59 bits nobody finds one by trying.
 */
const allowance: Allowance = { name: 'certificate', burst: 30, refillSeconds: 20 }

/** Of a name of several words only initials stay; of a Chinese name the first character. */
export const maskName = (name: string): string => {
  const words = name.split(' ').filter((word) => word !== '')
  return words
    .map((word) => {
      const [first = '', ...rest] = Array.from(word)
      const isWide = /[\u2e80-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u.test(first)
      const lastCharacter = isWide && rest.length > 1 ? rest.at(-1)! : ''
      return first + '*'.repeat(Math.min(rest.length - (lastCharacter ? 1 : 0), 6)) + lastCharacter
    })
    .join(' ')
}

/** More than the longest code has. */
export const comparedBytes = 64

const padded = (code: string): Buffer => {
  const bytes = Buffer.alloc(comparedBytes)
  bytes.write(code)
  return bytes
}

/** Compared in the same time whether the certificate exists or not. */
const isRightCode = (row: VerificationRow | undefined, typed: string): boolean => {
  const right = row?.code ?? ''
  const code = typed.normalize('NFKC').trim().toLowerCase()
  const isEqual = timingSafeEqual(padded(right), padded(code))
  // The padding hides a difference in length, which is no secret.
  return isEqual && code.length === right.length && row !== undefined
}

const unknown: Omit<Verification, 'number' | 'code'> = {
  state: 'unknown',
  kind: null,
  locale: null,
  name: null,
  award: null,
  activity: null,
  edition: null,
  printed: null,
  date: null,
  endedAt: null,
  reason: null,
  replacedBy: null,
  sha256: null,
}

/** What is told of an institution is public anyway; of people whose account was deleted nothing is told without the code. */
const shownName = ({ kind, content, isHolderErased }: VerificationRow): string => {
  const { name } = content.values
  if (kind === 'organisation') return name
  return isHolderErased ? '***' : maskName(name)
}

const present = (row: VerificationRow, code: Verification['code']): Verification => {
  const { values } = row.content
  const isOpen = code === 'right'
  return {
    number: row.number,
    state: row.state,
    code,
    kind: row.kind,
    locale: row.locale,
    name: isOpen ? values.name : shownName(row),
    award: values.award,
    activity: values.activity,
    edition: values.edition,
    printed: isOpen ? presentPrinted(row) : null,
    date: values.date,
    endedAt: row.endedAt?.toISOString() ?? null,
    reason: isOpen ? row.reason : null,
    replacedBy: row.replacedByNumber,
    // Whoever knows the hash could ask with it for everything that is printed.
    sha256: isOpen ? (row.pdfSha256?.toString('hex') ?? null) : null,
  }
}

const countAttempt = async ({ db, installation: { secrets }, caller, now }: Ctx): Promise<void> => {
  const { exceeded, seconds } = await takeFrom(db, secrets, allowance, networkOf(caller.address), now)
  if (exceeded) throw fail('request.tooMany', { seconds })
}

/** Asks the database in either case: a mistyped number takes as long as one that exists. */
export const verifyCertificate = async (ctx: Ctx, typed: string, code: string | undefined): Promise<Verification> => {
  const number = readCertificateNumber(typed)
  const row = await findByNumber(ctx.db, number ?? '')
  const isRight = isRightCode(row, code ?? '')
  if (!isRight) await countAttempt(ctx)
  const outcome = code === undefined ? 'none' : isRight ? 'right' : 'wrong'
  return row ? present(row, outcome) : { ...unknown, number: number ?? null, code: outcome }
}

/** Whoever has the PDF has the code that is printed on it. */
export const verifyPdf = async (ctx: Ctx, sha256: string): Promise<Verification> => {
  const row = await findByPdf(ctx.db, Buffer.from(sha256, 'hex'))
  if (row) return present(row, 'right')
  await countAttempt(ctx)
  return { ...unknown, number: null, code: 'none' }
}
