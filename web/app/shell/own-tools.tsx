import { signOut } from '@lectern/contract/sign-in/sign-in.ts'
import { listMyOfficers } from '@lectern/contract/institutions/officers.ts'
import { useState } from 'react'
import type { MessageId } from '@lectern/messages/message-id.ts'
import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { displayName } from '../../features/accounts/names.ts'
import { deleteAllLocalAnswers } from '../../features/enrolments/local-answers.ts'
import { MenuLink } from '../../router/link.tsx'
import { withBase } from '../../router/match.ts'
import { useRouter } from '../../router/router-context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Dropdown } from '../../ui/dropdown.tsx'
import { FormattedMessage, hasMessage, useIntl } from '../../ui/intl.tsx'
import { accessOf } from '../access.ts'
import { useClient } from '../client-context.tsx'
import { OwnDuties } from '../office/own-duties.tsx'
import { NoticeBell } from './notice-bell.tsx'
import pickerStyles from './picker.module.css'
import styles from './own-tools.module.css'

const useSignOut = () => {
  const client = useClient()
  const router = useRouter()
  return async () => {
    try {
      await client(signOut)
    } catch {
      // The request pipeline has shown the reason.
      return
    }
    try {
      sessionStorage.clear()
    } catch {
      // Storage may be blocked; then there is nothing to clear.
    }
    deleteAllLocalAnswers()
    // A full page load removes all personal data from memory.
    location.assign(withBase('/', router.base))
  }
}

interface Entry {
  to: string
  label: MessageId
}

const entries: Entry[] = [
  { to: '/Welcome', label: 'shell.tasks' },
  { to: '/account/Team', label: 'shell.teams' },
  { to: '/account/Work', label: 'shell.works' },
  { to: '/account/Case', label: 'shell.cases' },
  { to: '/account/Certificate', label: 'shell.certificates' },
  { to: '/account/center', label: 'shell.center' },
  { to: '/account/settings', label: 'shell.settings' },
]

/** The page of their institution is for officers only. Asked when the menu is opened for the first time, because few people are. */
const useOwnInstitution = (): { entries: Entry[]; ask: () => void } => {
  const client = useClient()
  const [isOfficer, setOfficer] = useState<boolean>()
  const ask = (): void => {
    if (isOfficer !== undefined) return
    setOfficer(false)
    client(listMyOfficers, undefined, { skipErrorHandler: true }).then(
      ({ list }) => setOfficer(list.some(({ state }) => state === 'active')),
      () => setOfficer(undefined),
    )
  }
  return { entries: isOfficer ? [{ to: '/Institution', label: 'shell.institution' }] : [], ask }
}

const AccountMenu = ({ user }: { user: CurrentUser }) => {
  const intl = useIntl()
  const onSignOut = useSignOut()
  const name = displayName(user)
  const institution = useOwnInstitution()
  const office: Entry[] = accessOf(user).canAdmin ? [{ to: '/Admin', label: 'menu.admin' }] : []
  return (
    <Dropdown
      label={intl.formatMessage({ id: 'shell.account' }, { name })}
      onOpen={institution.ask}
      icon={<Avatar src={user.avatar} name={name} size="small" />}
    >
      <p className={`muted small ${styles.name}`}>{name}</p>
      {/* Only pages of the office and the settings have the names of duties. */}
      {hasMessage(intl, 'office.duties.own') && <OwnDuties className={`muted small ${styles.duties}`} />}
      <ul className={pickerStyles.list}>
        {[...entries, ...institution.entries, ...office].map(({ to, label }) => (
          <li key={to}>
            <MenuLink to={to}>
              <FormattedMessage id={label} />
            </MenuLink>
          </li>
        ))}
        <li className={pickerStyles.separated}>
          <button type="button" onClick={() => void onSignOut()}>
            <FormattedMessage id="shell.signOut" />
          </button>
        </li>
      </ul>
    </Dropdown>
  )
}

/** Notices, and the menu of the signed-in user. */
export const OwnTools = ({ user }: { user: CurrentUser }) => (
  <>
    <NoticeBell />
    <AccountMenu user={user} />
  </>
)
