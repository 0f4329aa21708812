import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useSessionStore } from '../../app/session.tsx'
import { useSite } from '../../app/site.tsx'
import { useWayBack } from '../../app/use-way-back.ts'
import { Entrance } from '../../features/sign-in/components/entrance.tsx'
import { ProviderButtons } from '../../features/sign-in/components/provider-buttons.tsx'
import { SignInForm } from '../../features/sign-in/components/sign-in-form.tsx'
import { keepRedirect } from '../../features/sign-in/redirect.ts'
import { InvitationNotice } from '../../features/teams/components/invitation-notice.tsx'
import { go } from '../../router/history.ts'
import { Link } from '../../router/link.tsx'
import { useRouter } from '../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../ui/intl.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Tabs } from '../../ui/tabs.tsx'

export default function Login() {
  const { channels, demo, signInProviders } = useSite()
  const client = useClient()
  const session = useSessionStore()
  const router = useRouter()
  const intl = useIntl()
  const { query, wayBack } = useWayBack()
  const way = query.get('tab') === 'code' ? 'code' : 'password'
  const title = intl.formatMessage({ id: 'signIn.title' })
  const tabs = {
    password: keepRedirect('/account/Login', query),
    code: keepRedirect('/account/Login', query, { tab: 'code' }),
  }

  const continueAs = (user: CurrentUser): Promise<void> => {
    session.set(user)
    const start = user.access === 'admin' ? '/Admin' : '/Welcome'
    return go(router, wayBack(start), { replace: true })
  }

  return (
    <Entrance
      title={title}
      foot={
        <>
          <FormattedMessage id="signIn.noAccount" />
          <Link to={keepRedirect('/account/Register', query)}>
            <FormattedMessage id="signIn.toSignUp" />
          </Link>
        </>
      }
    >
      <PageHead title={title} />
      <InvitationNotice goal={query.get('redirect')} />
      {query.has('reset') && (
        <Notice kind="done">
          <FormattedMessage id="password.resetDone" />
        </Notice>
      )}
      <SignInForm
        client={client}
        channels={channels}
        demo={demo}
        way={way}
        head={
          <Tabs
            label={intl.formatMessage({ id: 'signIn.ways' })}
            current={tabs[way]}
            tabs={[
              { to: tabs.password, label: <FormattedMessage id="signIn.byPassword" /> },
              { to: tabs.code, label: <FormattedMessage id="signIn.byCode" /> },
            ]}
          />
        }
        forgotten={
          <Link to={keepRedirect('/account/reviserPwd', query)}>
            <FormattedMessage id="signIn.forgotten" />
          </Link>
        }
        foot={
          signInProviders.length > 0 && (
            <ProviderButtons client={client} providers={signInProviders} findRedirect={() => wayBack('') || null} />
          )
        }
        onSignedIn={continueAs}
      />
    </Entrance>
  )
}
