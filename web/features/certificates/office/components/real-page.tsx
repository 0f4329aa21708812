import type { CertificateDesign } from '@lectern/contract/certificates/certificate-designs.ts'
import type { CertificateKind } from '@lectern/contract/certificates/certificate-values.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { PaperPage, pdfOf } from './paper-page.tsx'

export interface Previewed {
  kind: CertificateKind
  design: CertificateDesign
  locale: Locale
  sample: 'usual' | 'longest'
}

interface RealPageProps {
  previewed: Previewed
  className?: string | undefined
  label: string
  failed: string
}

const fetchPreview = async (body: string, signal: AbortSignal): Promise<ArrayBuffer> =>
  pdfOf(
    await fetch('/api/certificate-templates/preview', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal,
    }),
  )

/** The page that would be issued with a design, with invented values or the longest real ones. */
export const RealPage = ({ previewed, ...rest }: RealPageProps) => (
  <PaperPage {...rest} design={previewed.design} subject={JSON.stringify(previewed)} fetchPdf={fetchPreview} />
)
