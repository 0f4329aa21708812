import type { CertificateDesign } from '@lectern/contract/certificate-designs.ts'
import type { MergeValues } from '@lectern/contract/certificate-values.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { loadDesignFonts, problemFinder, type PrintProblem } from './certificate-pdf.ts'

/** Many certificates of one design, to be checked before they get numbers. */
export interface CheckInput {
  design: CertificateDesign
  locale: Locale
  /** Those of each. */
  values: MergeValues[]
}

/** Called in a thread that draws documents: the problems of each, as JSON. */
export const drawPdf = async (input: unknown): Promise<Uint8Array> => {
  const { design, locale, values } = input as CheckInput
  const fonts = await loadDesignFonts(design)
  const problems: PrintProblem[][] = values.map(problemFinder({ design, locale }, fonts))
  return new TextEncoder().encode(JSON.stringify(problems))
}
