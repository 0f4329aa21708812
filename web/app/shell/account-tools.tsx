import { lazy, Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { signOut as signOutEndpoint } from '@lectern/contract/sign-in.ts'
import { reach } from '../../request/client.ts'
import { Link, MenuLink } from '../../router/link.tsx'
import { withBase } from '../../router/match.ts'
import { useRouter, useRouterState } from '../../router/router-context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Dropdown } from '../../ui/dropdown.tsx'
import { useClient } from '../client-context.tsx'
import { useSession } from '../session.tsx'
import pickerStyles from './picker.module.css'
import styles from './account-tools.module.css'

const signOutCall = reach<typeof signOutEndpoint>('POST', '/api/account/logout')

// Visitors have no notices: they do not load the bell.
const NoticeBell = lazy(async () => ({ default: (await import('./notice-bell.tsx')).NoticeBell }))

const useSignOut = () => {
  const client = useClient()
  const router = useRouter()
  return async () => {
    await client(signOutCall)
    try {
      sessionStorage.clear()
    } catch {
      // Where storage is forbidden there is nothing to forget.
    }
    // A new document: nothing of the person is left in the memory of this one.
    location.assign(withBase('/', router.base))
  }
}

const entries = [
  { to: '/Welcome', label: 'shell.tasks' },
  { to: '/account/center', label: 'shell.center' },
  { to: '/account/settings', label: 'shell.settings' },
]

const AccountMenu = ({ name, avatar, isOrganiser }: { name: string; avatar: string | null; isOrganiser: boolean }) => {
  const intl = useIntl()
  const signOut = useSignOut()
  return (
    <Dropdown
      label={intl.formatMessage({ id: 'shell.account' }, { name })}
      icon={<Avatar src={avatar} name={name} size={32} />}
    >
      <p className={styles.name}>{name}</p>
      <ul className={pickerStyles.list}>
        {[...entries, ...(isOrganiser ? [{ to: '/Admin', label: 'menu.admin' }] : [])].map(({ to, label }) => (
          <li key={to}>
            <MenuLink to={to}>
              <FormattedMessage id={label} />
            </MenuLink>
          </li>
        ))}
        <li className={pickerStyles.separated}>
          <button type="button" onClick={() => void signOut()}>
            <FormattedMessage id="shell.signOut" />
          </button>
        </li>
      </ul>
    </Dropdown>
  )
}

/** Where to come back to after signing in; the pages for signing in lead on by themselves. */
const useSignInPath = (): string => {
  const { pathname, search } = useRouterState().place
  if (pathname === '/' || /^\/account\/(login|register|reviserpwd)/i.test(pathname)) return '/account/Login'
  return `/account/Login?redirect=${encodeURIComponent(pathname + search)}`
}

/** The way in, or who is in: notices and the person's own menu. */
export const AccountTools = () => {
  const { user, loading, access } = useSession()
  const signInPath = useSignInPath()
  if (!user)
    return (
      <Link className={styles.signIn} to={signInPath} data-unknown={loading || undefined}>
        <FormattedMessage id="shell.signIn" />
      </Link>
    )
  return (
    <>
      <Suspense fallback={<span className={styles.bellPlace} />}>
        <NoticeBell />
      </Suspense>
      <AccountMenu
        name={user.nickname ?? user.realName ?? user.username}
        avatar={user.avatar}
        isOrganiser={access.canAdmin}
      />
    </>
  )
}
