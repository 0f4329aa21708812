import type { CertificateDesign } from '@lectern/contract/certificates/certificate-designs.ts'
import { verificationPath, type MergeValues } from '@lectern/contract/certificates/certificate-values.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { codePointOf } from '../../../platform/code-points.ts'
import { t } from '../../../platform/messages.ts'
import { runInThread, type ThreadJob } from '../../../platform/threads/thread-pool.ts'
import type { CheckInput } from './certificate-check.ts'
import type { Printed, PrintProblem } from './certificate-pdf.ts'
import type { CertificateContent } from '../tables.ts'

const checkModule = new URL('./certificate-check.ts', import.meta.url).href
const printModule = new URL('./certificate-pdf.ts', import.meta.url).href

/** What is in the way of printing, for each of these. */
export const checkPrinting = async (input: CheckInput): Promise<PrintProblem[][]> => {
  if (input.values.length === 0) return []
  return runInThread({ module: checkModule, input })
}

const maxShown = 60

/** In the language of an organiser. */
export const problemText = (locale: Locale, problem: PrintProblem, name: string): string => {
  if (problem.kind === 'outside') return t(locale, 'certificates.problem.outside')
  if (problem.kind === 'emptyField')
    return t(locale, 'certificates.problem.emptyField', { field: t(locale, `certificates.field.${problem.field}`) })
  if (problem.kind === 'overflow') {
    const line = problem.text.replaceAll('\n', ' ')
    const text = line.length > maxShown ? `${line.slice(0, maxShown)}…` : line
    return t(locale, 'certificates.problem.overflow', { text })
  }
  const { character } = problem
  return t(locale, 'certificates.problem.missingGlyph', { name, character, codePoint: codePointOf(character) })
}

export interface IssuedFacts {
  number: string
  code: string
  locale: Locale
  content: CertificateContent
  issuedAt: Date
}

/** The address that the QR code of a certificate holds. */
export const addressOf = ({ number, code, content }: Pick<IssuedFacts, 'number' | 'code' | 'content'>): string =>
  `${content.site}${verificationPath(number, code)}`

export const valuesOf = ({ number, content }: Pick<IssuedFacts, 'number' | 'content'>): MergeValues => ({
  ...content.values,
  number,
})

/** The work of a thread that prints a certificate. */
export const printJob = (
  { number, code, locale, content, issuedAt }: IssuedFacts,
  design: CertificateDesign,
  pictures: Record<string, Uint8Array>,
): ThreadJob => ({
  module: printModule,
  input: {
    design,
    locale,
    values: valuesOf({ number, content }),
    address: addressOf({ number, code, content }),
    at: issuedAt,
    pictures,
  } satisfies Printed,
})
