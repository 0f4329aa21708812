import { Alert } from 'antd'
import type { CertificateStamp, CertificateTemplate } from '@lectern/contract/certificates/certificate-office.ts'
import { Link } from '../../../../router/link.tsx'
import { useCertificateWords } from '../certificate-words.ts'

/** Whose stamp certificates of a template bear, or that they have none. */
export const StampNote = ({ template: { id, stamps } }: { template: CertificateTemplate }) => {
  const { t, intl } = useCertificateWords()
  const sentence = ({ file, by, uploadedAt }: CertificateStamp): string => {
    const date = intl.formatMoment(uploadedAt, 'day')
    return by === null ? t('stamp.unknown', { file, date }) : t('stamp.by', { file, by, date })
  }
  return (
    <Alert
      type={stamps.length > 0 ? 'info' : 'warning'}
      showIcon
      title={
        <>
          {stamps.length > 0 ? stamps.map(sentence).join(' ') : t('stamp.none')}{' '}
          <Link to={`/Admin/Certificate/Template?id=${id}`}>{t('stamp.edit')}</Link>
        </>
      }
    />
  )
}
