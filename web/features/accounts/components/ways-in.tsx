import { listIdentities, unlinkIdentity, type IdentityInfo } from '@lectern/contract/sign-in/identities.ts'
import { useRef, useState } from 'react'
import { problemsOf } from '../../../request/request-error.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import type { OwnAccount } from '../own-account.ts'
import { useCaughtFocus } from '../use-caught-focus.ts'
import { useLoad } from '../use-load.ts'
import { Loading } from './loading.tsx'
import { Row, Section } from './section.tsx'
import styles from './settings.module.css'

const IdentityFacts = ({ identity }: { identity: IdentityInfo }) => (
  <>
    <p>{identity.host}</p>
    <p>
      <FormattedMessage
        id="settings.linkedAt"
        values={{ moment: <DateTime key="moment" value={identity.linkedAt} exact /> }}
      />
    </p>
    {identity.lastUsedAt !== null && (
      <p>
        <FormattedMessage
          id="settings.usedAt"
          values={{ moment: <DateTime key="moment" value={identity.lastUsedAt} exact /> }}
        />
      </p>
    )}
    {!identity.isUsable && (
      <p>
        <FormattedMessage id="settings.identityUnusable" />
      </p>
    )}
    {identity.whyKept !== null && <p>{identity.whyKept}</p>}
  </>
)

/** What else the user signs in with: nothing is shown on a site that has nothing else. */
export const WaysIn = ({ account: { client } }: { account: OwnAccount }) => {
  const rows = useRef<HTMLDivElement>(null)
  const identities = useLoad(() => client(listIdentities, {}, { inPlaceSignIn: true }))
  const [leaving, setLeaving] = useState<IdentityInfo>()
  const [isRemoved, setRemoved] = useState(false)
  useCaughtFocus(leaving !== undefined, rows)
  const list = identities.data?.list

  const unlink = async (): Promise<void> => {
    await client(unlinkIdentity, { params: { id: leaving!.id } }, { inPlaceSignIn: true })
    setRemoved(true)
    await identities.reload()
  }

  // Nobody waits for what most people do not have.
  if (!isRemoved && !identities.failed && !list?.length) return null
  return (
    <Section title={<FormattedMessage id="settings.waysIn" />} about={<FormattedMessage id="settings.waysInAbout" />}>
      {list ? (
        <div ref={rows} className={styles.rows} tabIndex={-1}>
          {list.length === 0 && <Row name={<FormattedMessage id="settings.noWaysIn" />} value={null} />}
          {list.map((identity) => (
            <Row key={identity.id} name={identity.name} value={<IdentityFacts identity={identity} />}>
              {identity.whyKept === null && (
                <button type="button" className="button quiet" onClick={() => setLeaving(identity)}>
                  <FormattedMessage id="settings.unlink" /> <span className="visually-hidden">{identity.name}</span>
                </button>
              )}
            </Row>
          ))}
        </div>
      ) : (
        <Loading {...identities} />
      )}
      <p className={styles.status} role="status">
        {isRemoved && <FormattedMessage id="settings.unlinked" />}
      </p>
      <ConfirmDialog
        open={leaving !== undefined}
        title={<FormattedMessage id="settings.unlinkTitle" />}
        object={leaving?.name ?? ''}
        action={<FormattedMessage id="settings.unlink" />}
        danger
        onConfirm={unlink}
        onClose={() => setLeaving(undefined)}
        problemsOf={problemsOf}
      >
        <p>
          <FormattedMessage id="settings.unlinkAbout" />
        </p>
      </ConfirmDialog>
    </Section>
  )
}
