import { lazy, Suspense, type ComponentType } from 'react'
import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { Link } from '../../router/link.tsx'
import { useRouterState } from '../../router/router-context.tsx'
import { FormattedMessage } from '../../ui/intl.tsx'
import { useSession } from '../session.tsx'
import styles from './account-tools.module.css'

/** Fallback if the menu fails to load: a link to the user's own pages. */
const BareTools = () => (
  <Link className={styles.entry} to="/account/center">
    <FormattedMessage id="shell.center" />
  </Link>
)

// Lazy, so that visitors do not load it.
const OwnTools = lazy(async (): Promise<{ default: ComponentType<{ user: CurrentUser }> }> => ({
  default: await import('./own-tools.tsx').then(
    (module) => module.OwnTools,
    () => BareTools,
  ),
}))

/** The sign-in page, with the current page to return to. Pages for signing in are no targets. */
const useSignInPath = (): string => {
  const { pathname, search } = useRouterState().place
  if (pathname === '/' || /^\/account\/(login|register|reviserpwd)/i.test(pathname)) return '/account/Login'
  return `/account/Login?redirect=${encodeURIComponent(pathname + search)}`
}

/** A sign-in link; for users their notices and their menu. */
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
