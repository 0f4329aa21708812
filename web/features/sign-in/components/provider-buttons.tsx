import { localize } from '@lectern/contract/localized.ts'
import type { SiteFacts } from '@lectern/contract/settings/site.ts'
import { departToProvider } from '@lectern/contract/sign-in/provider-sign-in.ts'
import { useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { failureOf } from '../../../request/request-error.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './sign-in-form.module.css'

interface ProviderButtonsProps {
  client: Client
  providers: SiteFacts['signInProviders']
  /** A path of this site to go on to; only known in the browser. */
  findRedirect: () => string | null
}

/** Sign-in through other sites. If one of them does not answer, the form above still works. */
export const ProviderButtons = ({ client, providers, findRedirect }: ProviderButtonsProps) => {
  const intl = useIntl()
  const [leaving, setLeaving] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const leave = async (key: string): Promise<void> => {
    setLeaving(key)
    setProblem(undefined)
    try {
      const call = { params: { key }, body: { redirect: findRedirect() } }
      const { to } = await client(departToProvider, call, { skipErrorHandler: true })
      location.assign(to)
    } catch (error) {
      setProblem(
        (error instanceof Error && failureOf(error) && error.message) ||
          intl.formatMessage({ id: 'signIn.providerFailed' }),
      )
    }
    setLeaving(undefined)
  }
  return (
    <div className={styles.providers} role="group" aria-label={intl.formatMessage({ id: 'signIn.providers' })}>
      <p className="muted small">
        <FormattedMessage id="signIn.providers" />
      </p>
      {providers.map(({ key, name }) => (
        <button
          key={key}
          type="button"
          className="button quiet"
          disabled={leaving !== undefined}
          aria-busy={leaving === key}
          onClick={() => void leave(key)}
        >
          {localize(name, intl.locale).text}
        </button>
      ))}
      <div role="alert">{problem !== undefined && <Notice>{problem}</Notice>}</div>
    </div>
  )
}
