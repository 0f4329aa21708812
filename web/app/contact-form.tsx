import { useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { MessageForm } from '../features/contact/components/message-form.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useClient } from './client-context.tsx'
import { useLanguage } from './language-context.tsx'
import { useSession } from './session.tsx'
import styles from './contact-form.module.css'

/**
 * The form that reaches the organisers, for any page to put where it likes. Its code and texts are loaded where it stands, not with the
 * page; without script, which it needs, it is not there.
 */
export const ContactForm = () => {
  const language = useLanguage()
  const client = useClient()
  const { user, loading } = useSession()
  const [Loaded, setLoaded] = useState<typeof MessageForm>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let isCurrent = true
    Promise.all([import('../features/contact/components/message-form.tsx'), language.learn(['form'])]).then(
      ([module]) => isCurrent && setLoaded(() => module.MessageForm),
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [language])
  const isReady = Loaded !== undefined && !loading
  return (
    <div className={styles.place} data-ready={isReady || undefined}>
      {isReady && <Loaded client={client} user={user} />}
      {failed && (
        <p role="alert">
          <FormattedMessage id="shell.loadError" />{' '}
          <a href="">
            <FormattedMessage id="shell.reload" />
          </a>
        </p>
      )}
      {!isReady && !failed && <Spinner />}
    </div>
  )
}
