import { listIdentities, unlinkIdentity, type IdentityInfo } from '@lectern/contract/sign-in/identities.ts'
import { departToLink } from '@lectern/contract/sign-in/provider-sign-in.ts'
import { localize } from '@lectern/contract/localized.ts'
import { useRef, useState } from 'react'
import { problemsOf } from '../../../request/request-error.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import type { OwnAccount } from '../own-account.ts'
import { useCaughtFocus } from '../use-caught-focus.ts'
import { useLoad } from '../use-load.ts'
import { Loading } from './loading.tsx'
import { PasswordForm } from './password-form.tsx'
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

interface LinkRowProps {
  account: OwnAccount
  provider: OwnAccount['signInProviders'][number]
}

/** Leaves for the provider, which sends the browser back when the person has signed in there. */
const LinkRow = ({ account: { user, client }, provider }: LinkRowProps) => {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(false)
  const name = localize(provider.name, intl.locale).text
  const leave = async (password?: string): Promise<void> => {
    const body = password === undefined ? {} : { password }
    const { to } = await client(departToLink, { params: { key: provider.key }, body }, { inPlaceSignIn: true })
    location.assign(to)
  }
  return (
    <Row name={name} value={<FormattedMessage id="settings.notLinked" />}>
      <button
        type="button"
        className="button quiet"
        onClick={() => (user.hasPassword ? setOpen(true) : void leave().catch(() => undefined))}
      >
        <FormattedMessage id="settings.link" /> <span className="visually-hidden">{name}</span>
      </button>
      <Dialog
        open={isOpen}
        title={<FormattedMessage id="settings.linkTitle" values={{ name }} />}
        onClose={() => setOpen(false)}
      >
        <PasswordForm
          username={user.username}
          action={<FormattedMessage id="signIn.goOn" />}
          onGiven={leave}
          onCancel={() => setOpen(false)}
        >
          <FormattedMessage id="settings.linkAbout" values={{ name }} />
        </PasswordForm>
      </Dialog>
    </Row>
  )
}

/** What else the user signs in with: nothing is shown on a site that has nothing else. */
export const WaysIn = ({ account }: { account: OwnAccount }) => {
  const { client, signInProviders } = account
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
  if (!isRemoved && !identities.failed && !list?.length && signInProviders.length === 0) return null
  const linkable = signInProviders.filter(({ key }) => list?.every(({ provider }) => provider !== key))
  return (
    <Section title={<FormattedMessage id="settings.waysIn" />} about={<FormattedMessage id="settings.waysInAbout" />}>
      {list ? (
        <div ref={rows} className={styles.rows} tabIndex={-1}>
          {list.length === 0 && linkable.length === 0 && (
            <Row name={<FormattedMessage id="settings.noWaysIn" />} value={null} />
          )}
          {list.map((identity) => (
            <Row key={identity.id} name={identity.name} value={<IdentityFacts identity={identity} />}>
              {identity.whyKept === null && (
                <button type="button" className="button quiet" onClick={() => setLeaving(identity)}>
                  <FormattedMessage id="settings.unlink" /> <span className="visually-hidden">{identity.name}</span>
                </button>
              )}
            </Row>
          ))}
          {linkable.map((provider) => (
            <LinkRow key={provider.key} account={account} provider={provider} />
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
