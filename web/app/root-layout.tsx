import { lazy, Suspense, useEffect, useMemo } from 'react'
import { duties, type NeededDuty } from '@lectern/contract/accounts/duty-values.ts'
import { failureOf } from '../request/request-error.ts'
import { useRouter, useRouterState } from '../router/router-context.tsx'
import type { Shown } from '../router/router.ts'
import { Accessible } from '../ui/accessible.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { admissionTo, isCovered } from './access.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { PageFailure, StatusScreen } from './failure-screen.tsx'
import { NeedsScript } from './needs-script.tsx'
import { Office } from './office/office.tsx'
import { PageHead } from './page-head.tsx'
import { isOfficePath } from '../router/match.ts'
import { useSession } from './session.tsx'
import { Shell } from './shell/shell.tsx'
import styles from './root-layout.module.css'

/** Lazy, so that visitors do not load it. */
const DutyRefusal = lazy(async () => ({ default: (await import('./office/duty-refusal.tsx')).DutyRefusal }))

/** Of which one would be needed; undefined: the duties of an organiser cover what is shown. Others have none. */
const uncoveredDuties = (
  screen: Shown,
  { access, loading }: ReturnType<typeof useSession>,
): readonly NeededDuty[] | undefined => {
  if (loading || !access.canAdmin) return undefined
  if ('match' in screen) return isCovered(screen.match.route, access) ? undefined : screen.match.route.duties
  const failure = screen.kind === 'failed' ? failureOf(screen.error) : undefined
  return failure?.error === 'duty.missing' ? duties.filter((duty) => duty === failure.params?.['duty']) : undefined
}

const Page = ({ screen }: { screen: Shown }) => {
  const session = useSession()
  // Memoised, so that the page is not rendered again when the session is loaded, which is slow on phones.
  const content = useMemo(() => ('Component' in screen ? <screen.Component /> : null), [screen])
  const needed = uncoveredDuties(screen, session)
  if (needed)
    return (
      <Suspense fallback={<Spinner />}>
        <DutyRefusal needed={needed} />
      </Suspense>
    )
  if (screen.kind === 'failed') return <PageFailure error={screen.error} />
  if (screen.kind === 'missing') return content
  if (screen.kind === 'closed') return <StatusScreen status={403} />
  if (screen.kind === 'waiting')
    return (
      <>
        <PageHead />
        <div className={styles.plain}>
          <NeedsScript />
        </div>
        <Spinner />
      </>
    )
  const admission = admissionTo(screen.match.route, session)
  return (
    <Accessible
      accessible={admission === 'open'}
      fallback={admission === 'unknown' ? <Spinner /> : <StatusScreen status={403} />}
    >
      {content}
    </Accessible>
  )
}

/** The frame of every page, with a spinner while the next page loads. */
export const RootLayout = () => {
  const router = useRouter()
  const { place, screen, pending } = useRouterState()
  const { access } = useSession()
  useEffect(() => {
    // The document has no personal data; the browser loads such a page itself.
    if (router.state.screen.kind === 'waiting') void router.reload()
    // A page that failed to load is retried when the network is back.
    const retry = (): void => {
      if (router.state.screen.kind === 'failed') void router.reload()
    }
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [router])
  const page =
    pending === 'other page' ? (
      <Spinner />
    ) : (
      // Another route is another page. With another query the page stays mounted and keeps the focus; if it failed, it
      // is rendered again.
      <ErrorBoundary
        key={'match' in screen ? screen.match.route.path : screen.kind}
        attempt={screen}
        Fallback={PageFailure}
      >
        <Page screen={screen} />
      </ErrorBoundary>
    )
  const isWaiting = screen.kind === 'waiting'
  // "Forbidden" and "not found" below /Admin are shown in the site's layout.
  if (isOfficePath(place.pathname) && screen.kind !== 'missing' && (isWaiting || access.canAdmin))
    return <Office isKnown={!isWaiting}>{page}</Office>
  const isPersonal = 'match' in screen && screen.match.route.personal !== undefined
  return (
    <Shell isPersonal={isPersonal} isWaiting={isWaiting}>
      {page}
    </Shell>
  )
}
