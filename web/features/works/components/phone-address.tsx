import { useState } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { LinkIcon } from '../../../ui/page-icons.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import styles from './phone-address.module.css'

interface PhoneAddressProps {
  /** Of this page; it opens nothing for whoever is not signed in. */
  address: string
  /** Something may arrive from elsewhere while it is open. */
  onToggle: (isOpen: boolean) => void
}

/** A way to this page for the phone that a film was made with. Phones themselves do not show it. */
export const PhoneAddress = ({ address, onToggle }: PhoneAddressProps) => {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(false)
  const name = intl.formatMessage({ id: 'work.phone.code' })
  return (
    <details
      className={styles.phone}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        onToggle(currentTarget.open)
      }}
    >
      <summary>
        <FormattedMessage id="work.phone" />
      </summary>
      {isOpen && (
        <div className={`row ${styles.way}`}>
          <QrCode address={address} label={name} />
          <div className={`stack gap-12 ${styles.texts}`}>
            <p>
              <FormattedMessage id="work.phone.about" />
            </p>
            <p className="muted small">
              <FormattedMessage id="work.phone.safe" />
            </p>
            <p className="muted small break-anywhere" translate="no">
              {address}
            </p>
            <div className="row gap-12">
              <CopyButton
                text={() => address}
                icon={<LinkIcon />}
                label={<FormattedMessage id="share.copy" />}
                copied={<FormattedMessage id="share.copied" />}
                name={name}
              />
            </div>
          </div>
        </div>
      )}
    </details>
  )
}
