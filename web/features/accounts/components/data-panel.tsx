import { listMyConsents } from '@lectern/contract/accounts/my-data.ts'
import { useState } from 'react'
import { agreementNames } from '@lectern/contract/accounts/account-values.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { documentPath } from '../../documents/document-address.ts'
import type { OwnAccount } from '../own-account.ts'
import { useLoad } from '../use-load.ts'
import { DeleteAccount } from './delete-account.tsx'
import { Loading } from './loading.tsx'
import { Row, Section } from './section.tsx'
import styles from './settings.module.css'

const pathOf = (name: string, version: number): string | undefined => {
  const agreement = agreementNames.find((each) => each === name)
  return agreement && documentPath(agreement, version)
}

const Consents = ({ account: { client } }: { account: OwnAccount }) => {
  const consents = useLoad(() => client(listMyConsents, {}, { inPlaceSignIn: true }))
  if (!consents.data) return <Loading {...consents} rows={2} />
  const { list } = consents.data
  if (list.length === 0)
    return (
      <p className={styles.about}>
        <FormattedMessage id="settings.noConsents" />
      </p>
    )
  return (
    <div className={styles.rows}>
      {list.map(({ name, version, title, givenAt }) => {
        const path = pathOf(name, version)
        return (
          <Row
            key={`${name} ${version}`}
            name={path ? <Link to={path}>{title}</Link> : title}
            value={
              <FormattedMessage
                id="settings.consent"
                values={{ version, moment: <DateTime key="moment" value={givenAt} exact /> }}
              />
            }
          />
        )
      })}
    </div>
  )
}

interface DataPanelProps {
  account: OwnAccount
  /** Called when the account is deleted and the session has ended. */
  onDeleted: () => unknown
}

/** The stored personal data, with export and deletion. */
export const DataPanel = ({ account, onDeleted }: DataPanelProps) => {
  const { locale } = useIntl()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <Section title={<FormattedMessage id="settings.stored" />} about={<FormattedMessage id="settings.storedAbout" />}>
        <div className={styles.buttons}>
          <a className="button quiet" href="/api/account/data" download>
            <FormattedMessage id="settings.export" />
          </a>
          <Link className="button quiet" to="/account/settings?tab=basic">
            <FormattedMessage id="settings.correct" />
          </Link>
        </div>
      </Section>
      <Section
        title={<FormattedMessage id="settings.consents" />}
        about={<FormattedMessage id="settings.consentsAbout" />}
      >
        {/* Titles are in the reader's language. */}
        <Consents key={locale} account={account} />
      </Section>
      <Section title={<FormattedMessage id="settings.delete" />} about={<FormattedMessage id="settings.deleteAbout" />}>
        <div className={styles.buttons}>
          <button type="button" className={`button quiet ${styles.danger}`} onClick={() => setDeleting(true)}>
            <FormattedMessage id="settings.deleteNow" />
          </button>
        </div>
      </Section>
      <DeleteAccount account={account} open={isDeleting} onDeleted={onDeleted} onClose={() => setDeleting(false)} />
    </>
  )
}
