import { useState } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { CodeIcon, LinkIcon, PrintIcon } from '../../../ui/page-icons.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import styles from './share.module.css'

/** The address of the page without its query. */
const ownAddress = (): string => `${location.origin}${location.pathname}`

/** Copies the link, shows it as a QR code, or prints the page. */
export const Share = ({ title }: { title: string }) => {
  const intl = useIntl()
  const [isCodeShown, setCodeShown] = useState(false)
  return (
    <section
      className={`row gap-12 print-hidden script-only ${styles.share}`}
      aria-label={intl.formatMessage({ id: 'share.title' })}
    >
      <CopyButton
        text={ownAddress}
        icon={<LinkIcon />}
        label={<FormattedMessage id="share.copy" />}
        copied={<FormattedMessage id="share.copied" />}
        name={intl.formatMessage({ id: 'share.address' })}
      />
      <button
        type="button"
        className="button quiet"
        aria-expanded={isCodeShown}
        onClick={() => setCodeShown(!isCodeShown)}
      >
        <CodeIcon />
        <FormattedMessage id="share.code" />
      </button>
      <button type="button" className="button quiet" onClick={() => print()}>
        <PrintIcon />
        <FormattedMessage id="share.print" />
      </button>
      {isCodeShown && (
        <div className={styles.code}>
          <QrCode address={ownAddress()} label={intl.formatMessage({ id: 'share.codeOf' }, { title })} />
        </div>
      )}
    </section>
  )
}
