import type { CertificateDesign } from '@lectern/contract/certificates/certificate-designs.ts'
import type { MergeValues } from '@lectern/contract/certificates/certificate-values.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { loadDesignFonts, problemFinder, type PrintProblem } from './certificate-pdf.ts'

/** Many certificates of one design, to be checked before they get numbers. */
export interface CheckInput {
  design: CertificateDesign
  locale: Locale
  /** Those of each. */
  values: MergeValues[]
}

/** Called in a thread: the problems of each. */
export const run = async (input: unknown): Promise<PrintProblem[][]> => {
  const { design, locale, values } = input as CheckInput
  const fonts = await loadDesignFonts(design)
  return values.map(problemFinder({ design, locale }, fonts))
}
