import { useState } from 'react'
import type { OwnCertificate as Own } from '@lectern/contract/certificates/certificates.ts'
import { certificatePath, verificationPath } from '@lectern/contract/certificates/certificate-values.ts'
import { Link } from '../../../router/link.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { PdfView } from '../../../ui/pdf/pdf-view.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { pdfPath, picturePath } from '../pdf-address.ts'
import styles from './own-certificate.module.css'

/** One certificate of the user: how it looks, its PDF, and how others verify it. */
export const OwnCertificate = ({ certificate }: { certificate: Own }) => {
  const intl = useIntl()
  const [panel, setPanel] = useState<'picture' | 'code'>()
  const { id, number, state, locale, name, award, work, activity, edition, address, isReady, hasPicture } = certificate
  const { issuedAt, reason, replacedBy, kind } = certificate
  const title = award || intl.formatMessage({ id: `certificate.kind.${kind}` })
  const close = (): void => setPanel(undefined)
  return (
    <article className={`stack-fit gap-8 card break-anywhere ${styles.card}`}>
      <p className={styles.place}>
        {state !== 'issued' && (
          <span className={styles.state}>
            <FormattedMessage id={`certificate.state.${state}`} />
          </span>
        )}
        <span translate="no">{number}</span>
        <DateTime value={issuedAt} />
      </p>
      <h2 lang={locale}>{title}</h2>
      <p lang={locale}>
        <bdi>{name}</bdi>
        {work && (
          <>
            {' · '}
            <bdi>{work}</bdi>
          </>
        )}
      </p>
      <p className="muted small" lang={locale}>
        {edition} {activity}
      </p>
      {reason !== null && (
        <p>
          <FormattedMessage id="certificate.reason" values={{ reason }} />
        </p>
      )}
      {replacedBy && (
        <p>
          <Link to={verificationPath(replacedBy.number)}>
            <FormattedMessage id="certificate.replacedBy" values={{ number: replacedBy.number }} />
          </Link>
        </p>
      )}
      {state === 'issued' && !isReady && (
        <p className="muted small">
          <FormattedMessage id="certificate.notReady" />
        </p>
      )}
      {state === 'issued' && hasPicture && (
        <img
          className={styles.picture}
          src={picturePath(id)}
          alt={intl.formatMessage({ id: 'certificate.pictureOf' }, { title, name })}
          width={480}
          height={340}
          loading="lazy"
          decoding="async"
        />
      )}
      {state === 'issued' && (
        <div className={`row gap-12 ${styles.actions}`}>
          {isReady && (
            <>
              <a className="button" href={`/api/certificates/${id}/pdf`} download>
                <FormattedMessage id="certificate.download" />
              </a>
              {hasPicture && (
                <a className="button quiet" href={`/api/certificates/${id}/picture`} download={`${number}.jpg`}>
                  <FormattedMessage id="certificate.savePicture" />
                </a>
              )}
              <button type="button" className="button quiet" onClick={() => setPanel('picture')}>
                <FormattedMessage id="certificate.view" />
              </button>
            </>
          )}
          <CopyButton
            text={() => address}
            label={<FormattedMessage id="certificate.copyLink" />}
            copied={<FormattedMessage id="share.copied" />}
            name={intl.formatMessage({ id: 'certificate.link' })}
          />
          <button type="button" className="button quiet" onClick={() => setPanel('code')}>
            <FormattedMessage id="certificate.code" />
          </button>
        </div>
      )}
      <Dialog open={panel === 'picture'} title={title} onClose={close}>
        <PdfView
          src={pdfPath(id)}
          label={title}
          words={{
            page: (page, total) => intl.formatMessage({ id: 'certificate.page' }, { page, total }),
            failed: intl.formatMessage({ id: 'certificate.viewFailed' }),
          }}
        />
      </Dialog>
      <Dialog open={panel === 'code'} title={<FormattedMessage id="certificate.code" />} onClose={close}>
        <div className={`stack gap-16 ${styles.code}`}>
          <QrCode address={address} label={intl.formatMessage({ id: 'certificate.codeFor' }, { number })} />
          <p className="muted small">
            <FormattedMessage id="certificate.code.about" values={{ path: certificatePath }} />
          </p>
        </div>
      </Dialog>
    </article>
  )
}
