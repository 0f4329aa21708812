import { useState } from 'react'
import type { InvitedRole } from '@lectern/contract/teams/team-values.ts'
import { renewInvite, type Team } from '@lectern/contract/teams/teams.ts'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { withBase } from '../../../router/match.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { LinkIcon } from '../../../ui/page-icons.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { inGroups } from '../code-text.ts'
import { joinPath } from '../team-address.ts'
import styles from './invite.module.css'
import { refusalOf } from './invite-form.tsx'
import { Refusal } from './team-facts.tsx'

interface InviteLinkProps {
  team: Team
  invite: NonNullable<Team['invite']>
  client: Client
  /** Origin of the site, for an absolute URL. */
  origin: string
  base: string
  onRenewed: () => unknown
}

const roles: readonly InvitedRole[] = ['member', 'advisor']

const RoleChoice = ({ role, onChoose }: { role: InvitedRole; onChoose: (role: InvitedRole) => void }) => (
  <div className={`cluster gap-8 ${styles.choice}`} role="group" aria-labelledby="link-for">
    <span id="link-for">
      <FormattedMessage id="team.linkFor" />
    </span>
    {roles.map((each) => (
      <button key={each} type="button" aria-pressed={each === role} onClick={() => onChoose(each)}>
        <FormattedMessage id={`team.linkFor.${each}`} />
      </button>
    ))}
  </div>
)

/** Ways to join: a link, a QR code, and a code to type. */
const WaysIn = ({ team, invite, origin, base, role }: InviteLinkProps & { role: InvitedRole }) => {
  const intl = useIntl()
  const address = origin + withBase(joinPath(invite.code, role), base)
  const name = intl.formatMessage({ id: 'team.link' })
  return (
    <div className={`row card ${styles.ways}`}>
      <QrCode address={address} label={intl.formatMessage({ id: 'team.linkCode' }, { team: team.name })} />
      <div className={`stack gap-12 ${styles.texts}`}>
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
        {role === 'member' && (
          <>
            <p>
              <FormattedMessage id="team.code" />
              <strong className={styles.code} translate="no">
                {inGroups(invite.code)}
              </strong>
            </p>
            <div className="row gap-12">
              <CopyButton
                text={() => inGroups(invite.code)}
                label={<FormattedMessage id="team.codeCopy" />}
                copied={<FormattedMessage id="team.codeCopied" />}
                name={intl.formatMessage({ id: 'team.code' })}
              />
            </div>
          </>
        )}
      </div>
    </div>
  )
}

/** Anybody with the link or the code may join, until it is renewed or expires. */
export const InviteLink = (props: InviteLinkProps) => {
  const intl = useIntl()
  const { team, invite, client, onRenewed } = props
  const [role, setRole] = useState<InvitedRole>('member')
  const [isAsking, setAsking] = useState(false)
  const [isRenewed, setRenewed] = useState(false)
  const why = refusalOf(team, role)
  const renew = async (): Promise<void> => {
    await client(renewInvite, { params: { id: team.id } }, { inPlaceSignIn: true })
    setRenewed(true)
    await onRenewed()
  }
  return (
    <div className="stack-fit gap-16">
      {team.activity.advisorsMax > 0 && <RoleChoice role={role} onChoose={setRole} />}
      {why && <Refusal why={why} />}
      {!why && !invite.isExpired && <WaysIn {...props} role={role} />}
      <p className="muted small">
        <FormattedMessage
          id={invite.isExpired ? 'team.linkExpired' : 'team.linkUntil'}
          values={{
            moment: <DateTime key="moment" value={invite.expiresAt} exact timeZone={team.activity.timeZone} />,
          }}
        />
      </p>
      {team.may.edit === null && (
        <div className="row gap-12">
          <button type="button" className="button quiet" onClick={() => setAsking(true)}>
            <FormattedMessage id="team.linkRenew" />
          </button>
        </div>
      )}
      <p className={`strong break-anywhere ${styles.status}`} role="status">
        {isRenewed && <FormattedMessage id="team.linkRenewed" />}
      </p>
      <ConfirmDialog
        open={isAsking}
        title={intl.formatMessage({ id: 'team.linkRenew' })}
        object={inGroups(invite.code)}
        action={<FormattedMessage id="team.linkRenew" />}
        onConfirm={renew}
        onClose={() => setAsking(false)}
        problemsOf={problemsOf}
      >
        <p>
          <FormattedMessage id="team.linkRenewAbout" />
        </p>
      </ConfirmDialog>
    </div>
  )
}
