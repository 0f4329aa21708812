import { App, Descriptions, Drawer, Form, Typography } from 'antd'
import { useState, type ReactNode } from 'react'
import type { Member, MemberTeam } from '@lectern/contract/accounts/accounts.ts'
import type { Client } from '../../../request/client.ts'
import { useLeaveGuard } from '../../../router/leave-guard.ts'
import { Link } from '../../../router/link.tsx'
import { useIntl } from '../../../ui/intl.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { ForOthers } from '../../admin-ui/components/for-others.tsx'
import type { ContactValues } from '../contact-values.ts'
import { useFullName, useMemberWords } from '../member-words.ts'
import { changesOf, type ProfileValues } from '../profile-values.ts'
import { ContactsForm } from './contacts-form.tsx'
import { DutiesForm } from './duties-form.tsx'
import { MemberActions } from './member-actions.tsx'
import styles from './member-drawer.module.css'
import { MemberTeams } from './member-teams.tsx'
import { ProfileForm } from './profile-form.tsx'

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h2>{title}</h2>
    {children}
  </section>
)

const Facts = ({ member }: { member: Member }) => {
  const { t, column, status } = useMemberWords()
  return (
    <Descriptions
      size="small"
      column={1}
      items={[
        { key: 'username', label: column('username'), children: member.username },
        { key: 'status', label: column('status'), children: status(member.status) },
        { key: 'factor', label: column('hasSecondFactor'), children: t(member.hasSecondFactor ? 'yes' : 'no') },
        { key: 'created', label: column('createdAt'), children: <Moment value={member.createdAt} withZone /> },
        {
          key: 'seen',
          label: column('seenAt'),
          children: member.seenAt ? <Moment value={member.seenAt} withZone /> : t('never'),
        },
      ]}
    />
  )
}

interface MemberDrawerProps {
  client: Client
  member: Member
  teams: readonly MemberTeam[]
  whyNotAppoint: string | null
  isOwn: boolean
  onChanged: (member: Member) => void
  onClose: () => void
}

/** Everything about a member, with all actions. */
export const MemberDrawer = (props: MemberDrawerProps) => {
  const { client, member, teams, whyNotAppoint, isOwn, onChanged, onClose } = props
  const fullName = useFullName()
  const { modal } = App.useApp()
  const intl = useIntl()
  const { t } = useMemberWords()
  const [isOpen, setOpen] = useState(true)
  const [profile] = Form.useForm<ProfileValues>()
  const [contacts] = Form.useForm<ContactValues>()
  const hasUnsaved = (): boolean => {
    // Do not ask again after the user agreed to discard.
    if (!isOpen) return false
    const { email, phone } = contacts.getFieldsValue()
    const contactsDiffer = !isOwn && ((email || null) !== member.email || (phone || null) !== member.phone)
    return contactsDiffer || Object.keys(changesOf(member, profile.getFieldsValue(true))).length > 0
  }
  useLeaveGuard(hasUnsaved, t('discardTitle'))
  const close = (): void => {
    if (!hasUnsaved()) return setOpen(false)
    modal.confirm({
      title: t('discardTitle'),
      okText: t('discard'),
      okButtonProps: { danger: true },
      onOk: () => setOpen(false),
    })
  }
  return (
    <Drawer
      open={isOpen}
      title={fullName(member)}
      size="min(620px, 100vw)"
      onClose={close}
      // Unmounted only after closing, so that the focus returns first.
      afterOpenChange={(open) => !open && onClose()}
    >
      <Facts member={member} />
      <Link to={`/Admin/Audit?subjectKind=account&subjectId=${member.uid}`}>{t('auditLog')}</Link>
      <Part title={t('teams')}>
        <MemberTeams teams={teams} />
      </Part>
      {member.access === 'admin' && (
        <Part title={intl.formatMessage({ id: 'office.duties' })}>
          <DutiesForm key={member.version} client={client} member={member} onChanged={onChanged} />
        </Part>
      )}
      <ForOthers why={member.whyNot}>
        <Part title={t('profile')}>
          <ProfileForm
            client={client}
            member={member}
            form={profile}
            isOwn={isOwn}
            whyNotAppoint={whyNotAppoint}
            onChanged={onChanged}
          />
        </Part>
        {isOwn ? (
          <Part title={t('account')}>
            <Typography.Paragraph>{t('ownAccount')}</Typography.Paragraph>
            <Link to="/account/settings?tab=security">{t('ownSettings')}</Link>
          </Part>
        ) : (
          <>
            <Part title={t('contacts')}>
              <ContactsForm client={client} member={member} form={contacts} onChanged={onChanged} />
            </Part>
            <Part title={t('account')}>
              <MemberActions client={client} member={member} onChanged={onChanged} />
            </Part>
          </>
        )}
      </ForOthers>
    </Drawer>
  )
}
