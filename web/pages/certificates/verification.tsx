import { certificatePath } from '@lectern/contract/certificates/certificate-values.ts'
import { verifyCertificate, type Verification } from '@lectern/contract/certificates/certificates.ts'
import { useState } from 'react'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { ComparePdf, type Comparison } from '../../features/certificates/components/compare-pdf.tsx'
import { NumberForm } from '../../features/certificates/components/number-form.tsx'
import { ChangedFile, VerificationResult } from '../../features/certificates/components/verification.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from './certificates.module.css'

/** The number is in the path, as in QR codes, or was typed into the form. */
export const loader = async ({ params, query, client }: LoaderInput) => {
  const number = params['number'] ?? query.get('number') ?? ''
  if (!number) return { number, found: undefined }
  const code = query.get('code') ?? undefined
  return {
    number,
    found: await client(verifyCertificate, { params: { number }, query: { code } }, { skipErrorHandler: true }),
  }
}

export const isMissing = ({ found }: Awaited<ReturnType<typeof loader>>): boolean => found?.state === 'unknown'

export default function CertificateVerification() {
  const intl = useIntl()
  const client = useClient()
  const data = useData<typeof loader>()
  // A certificate that was found by its PDF; another address shows what it asks for.
  const [byFile, setByFile] = useState<{ for: typeof data; found: Verification }>()
  const [compared, setCompared] = useState<{ for: typeof data; comparison: Comparison }>()
  const comparison = compared?.for === data ? compared.comparison : undefined
  const verification = byFile?.for === data ? byFile.found : data.found
  const title = intl.formatMessage({ id: 'certificate.title' })
  return (
    <div className={styles.page}>
      <PageHead title={title} {...(data.number === '' && { path: certificatePath })} />
      <div className="stack gap-8">
        <h1>{title}</h1>
        {!verification && (
          <p className="muted">
            <FormattedMessage id="certificate.about" />
          </p>
        )}
      </div>
      {/* Always rendered, because screen readers only announce changes of an existing live region. */}
      <div role="status" className="stack gap-20">
        {comparison?.outcome === 'other' && <ChangedFile key={comparison.name} name={comparison.name} />}
        {verification && <VerificationResult verification={verification} />}
      </div>
      <NumberForm number={data.number} />
      <ComparePdf
        client={client}
        expected={data.found?.sha256 ?? undefined}
        onFound={(verified) => setByFile({ for: data, found: verified })}
        comparison={comparison}
        onCompared={(next) => setCompared({ for: data, comparison: next })}
      />
    </div>
  )
}
