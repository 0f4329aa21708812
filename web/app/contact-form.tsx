import { useEffect, useRef, useState, type RefObject } from 'react'
import type { MessageForm } from '../features/contact-messages/components/message-form.tsx'
import { FormattedMessage } from '../ui/intl.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useClient } from './client-context.tsx'
import { useLanguage } from './language-context.tsx'
import { NeedsScript } from './needs-script.tsx'
import { useSession } from './session.tsx'
import styles from './contact-form.module.css'

/** Whether an element has come near the viewport at least once. */
const useApproached = (place: RefObject<HTMLElement | null>): boolean => {
  const [approached, setApproached] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setApproached(true), {
      rootMargin: '150px',
    })
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [place])
  return approached
}

/**
 * The contact form for any page. Its code and texts are loaded when the reader scrolls near it. Without JavaScript it
 * shows a note instead.
 */
export const ContactForm = () => {
  const language = useLanguage()
  const client = useClient()
  const { user, loading } = useSession()
  const [Loaded, setLoaded] = useState<typeof MessageForm>()
  const [failed, setFailed] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const approached = useApproached(place)
  useEffect(() => {
    if (!approached) return undefined
    let isCurrent = true
    Promise.all([import('../features/contact-messages/components/message-form.tsx'), language.learn(['form'])]).then(
      ([module]) => isCurrent && setLoaded(() => module.MessageForm),
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [language, approached])
  const isReady = Loaded !== undefined && !loading
  return (
    <>
      <NeedsScript />
      <div ref={place} className={`script-only ${styles.place}`} data-ready={isReady || undefined}>
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
    </>
  )
}
