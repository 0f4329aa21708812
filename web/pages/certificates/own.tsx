import { listOwnCertificates } from '@lectern/contract/certificates/certificates.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { ExpectedName } from '../../features/certificates/components/expected-name.tsx'
import { OwnCertificate } from '../../features/certificates/components/own-certificate.tsx'
import { useNews } from '../../features/notices/live.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import styles from './certificates.module.css'

export const loader = ({ client }: LoaderInput) => client(listOwnCertificates, undefined, { skipErrorHandler: true })

export default function OwnCertificates() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { list, expected } = useData<typeof loader>()
  const title = intl.formatMessage({ id: 'certificate.own' })
  // A certificate was issued, or a correction was decided.
  useNews(() => void router.reload())
  return (
    <div className={styles.page}>
      <PageHead title={title} />
      <h1>{title}</h1>
      {list.length > 0 && (
        <div className="stack gap-20">
          {list.map((certificate) => (
            <OwnCertificate key={certificate.id} certificate={certificate} />
          ))}
        </div>
      )}
      {expected.length > 0 && (
        <section className="stack gap-20" aria-labelledby="expected">
          <div className="stack gap-8">
            <h2 id="expected">
              <FormattedMessage id="certificate.expected" />
            </h2>
            <p className="muted">
              <FormattedMessage id="certificate.expected.about" />
            </p>
          </div>
          {expected.map((each) => (
            <ExpectedName key={each.work} expected={each} client={client} onChanged={() => router.reload()} />
          ))}
        </section>
      )}
      {list.length === 0 && expected.length === 0 && (
        <EmptyState title={<FormattedMessage id="certificate.none" />}>
          <FormattedMessage id="certificate.none.about" />
        </EmptyState>
      )}
    </div>
  )
}
