import type { ListedCertificate } from '@lectern/contract/certificates/certificates.ts'
import { Link } from '../../../../router/link.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { useCertificateWords } from '../certificate-words.ts'
import { CertificateState } from './certificate-state.tsx'

export const NumberCell = ({ number, id, isReady }: ListedCertificate) => (
  <span style={{ whiteSpace: 'nowrap' }} translate="no">
    {isReady ? (
      <a href={`/api/certificates/${id}/pdf`} target="_blank" rel="noreferrer">
        {number}
      </a>
    ) : (
      number
    )}
  </span>
)

export const NameCell = ({ name, institution, locale }: ListedCertificate) => (
  <span lang={locale}>
    {name}
    {institution && (
      <small style={{ display: 'block' }}>
        <Link to={`/Admin/Certificate?institution=${encodeURIComponent(institution)}`}>{institution}</Link>
      </small>
    )}
  </span>
)

export const AwardCell = ({ award, kind, work, locale }: ListedCertificate) => {
  const { t } = useCertificateWords()
  return (
    <span lang={locale}>
      {award || t(`kind.${kind}`)}
      {work && <small style={{ display: 'block', color: 'var(--ink-2)' }}>{work}</small>}
    </span>
  )
}

export const StateCell = ({ state, reason, replacedBy }: ListedCertificate) => (
  <>
    <CertificateState state={state} />
    {replacedBy && (
      <small style={{ display: 'block' }} translate="no">
        → <Link to={`/Admin/Certificate?search=${replacedBy.number}`}>{replacedBy.number}</Link>
      </small>
    )}
    {reason && <small style={{ display: 'block', maxWidth: '18em', color: 'var(--ink-2)' }}>{reason}</small>}
  </>
)

/** A certificate where there is no room for columns. */
export const CertificateCard = (certificate: ListedCertificate) => (
  <>
    <NumberCell {...certificate} />
    <NameCell {...certificate} />
    <AwardCell {...certificate} />
    <div>
      <StateCell {...certificate} />{' '}
      <small style={{ color: 'var(--ink-2)', whiteSpace: 'nowrap' }}>
        <Moment value={certificate.issuedAt} />
      </small>
    </div>
  </>
)
