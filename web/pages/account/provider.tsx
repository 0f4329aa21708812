import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useSessionStore } from '../../app/session.tsx'
import { useSite } from '../../app/site.tsx'
import { Entrance } from '../../features/sign-in/components/entrance.tsx'
import { ProviderReturn } from '../../features/sign-in/components/provider-return.tsx'
import { safeRedirect } from '../../features/sign-in/redirect.ts'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

export const loader = ({ params, query }: LoaderInput) =>
  Promise.resolve({ provider: params['provider'] ?? '', answer: [...query] })

/** Where a provider of sign-in sends the browser back to. */
export default function ProviderPage() {
  const { provider, answer } = useData<typeof loader>()
  const { channels, demo } = useSite()
  const client = useClient()
  const session = useSessionStore()
  const router = useRouter()
  const title = useIntl().formatMessage({ id: 'signIn.title' })
  return (
    <Entrance title={title}>
      <PageHead title={title} />
      <ProviderReturn
        sending={{ client, channels, demo }}
        provider={provider}
        answer={answer}
        onSignedIn={async (user, redirect) => {
          session.set(user)
          const start = user.access === 'admin' ? '/Admin' : '/Welcome'
          await go(router, safeRedirect(redirect, location.origin, router.base) ?? start, { replace: true })
        }}
        onProven={(user) => session.set(user)}
        onGoOn={(path) => go(router, safeRedirect(path, location.origin, router.base) ?? '/Welcome', { replace: true })}
      />
    </Entrance>
  )
}
