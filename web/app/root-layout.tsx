import { useEffect } from 'react'
import { useRouter, useRouterState } from '../router/router-context.tsx'
import type { Shown } from '../router/router.ts'
import { Accessible } from '../ui/accessible.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { isAccessible } from './access.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { PageFailure, StatusScreen } from './failure-screen.tsx'
import { useSession } from './session.tsx'
import { Shell } from './shell/shell.tsx'

const Page = ({ shown }: { shown: Shown }) => {
  const { access } = useSession()
  if (shown.kind === 'failed') return <PageFailure error={shown.error} />
  if (shown.kind === 'missing') return <shown.Component />
  return (
    <Accessible accessible={isAccessible(shown.match.route, access)} fallback={<StatusScreen status={403} />}>
      <shown.Component />
    </Accessible>
  )
}

/** The frame of every page, and what stands in it while the next page is on its way. */
export const RootLayout = () => {
  const router = useRouter()
  const { shown, pending } = useRouterState()
  useEffect(() => {
    // A page that the network kept away is tried again when the network is back.
    const retry = (): void => {
      if (router.state.shown.kind === 'failed') void router.reload()
    }
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [router])
  useEffect(() => {
    // The boot script watches for this.
    document.documentElement.dataset.ready = 'true'
  }, [])
  return (
    <Shell>
      {pending === 'other page' ? (
        <Spinner />
      ) : (
        <ErrorBoundary key={shown.kind === 'page' ? shown.match.route.path : shown.kind}>
          <Page shown={shown} />
        </ErrorBoundary>
      )}
    </Shell>
  )
}
