import { lazy, Suspense, type ComponentType } from 'react'
import type { CurrentUser } from '@lectern/contract/accounts.ts'
import { Link } from '../../router/link.tsx'
import { useRouterState } from '../../router/router-context.tsx'
import { FormattedMessage } from '../../ui/intl.tsx'
import { useSession } from '../session.tsx'
import styles from './account-tools.module.css'

/** For when the rest does not arrive: the site works on, and so does the way to one's own pages. */
const BareTools = () => (
  <Link className={styles.entry} to="/account/center">
    <FormattedMessage id="shell.center" />
  </Link>
)

// Not loaded for visitors.
const OwnTools = lazy(async (): Promise<{ default: ComponentType<{ user: CurrentUser }> }> => ({
  default: await import('./own-tools.tsx').then(
    (module) => module.OwnTools,
    () => BareTools,
  ),
}))

/** Where to come back to after signing in; the pages for signing in lead on by themselves. */
const useSignInPath = (): string => {
  const { pathname, search } = useRouterState().place
  if (pathname === '/' || /^\/account\/(login|register|reviserpwd)/i.test(pathname)) return '/account/Login'
  return `/account/Login?redirect=${encodeURIComponent(pathname + search)}`
}

/** The way in, or who is in: notices and the person's own menu. */
export const AccountTools = () => {
  const { user, loading } = useSession()
  const signInPath = useSignInPath()
  if (!user)
    return (
      <Link className={styles.entry} to={signInPath} data-unknown={loading || undefined}>
        <FormattedMessage id="shell.signIn" />
      </Link>
    )
  return (
    <Suspense fallback={<span className={styles.place} />}>
      <OwnTools user={user} />
    </Suspense>
  )
}
