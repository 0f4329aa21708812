import { FormattedMessage, useIntl } from 'react-intl'
import { failureOf, RequestError } from '../request/request-error.ts'
import { addressOf } from '../router/router.ts'
import { useRouter } from '../router/router-context.tsx'
import { BlankBoard } from '../ui/drawings.tsx'
import { LoadError } from './load-page.ts'
import { PageHead } from './page-head.tsx'
import styles from './failure-screen.module.css'

interface FailureScreenProps {
  status: number
  message?: string | undefined
  /** For people who ask for help: names this very failure in the log. */
  requestId?: string | undefined
}

const titles: Record<number, string> = { 403: 'failure.forbidden', 404: 'failure.notFound', 503: 'failure.unavailable' }

/** Says what happened and offers the ways on. */
export const FailureScreen = ({ status, message, requestId }: FailureScreenProps) => {
  const intl = useIntl()
  const { base } = useRouter()
  const title = intl.formatMessage({ id: titles[status] ?? 'failure.other' })
  return (
    <section className={styles.screen}>
      <PageHead title={title} />
      <BlankBoard />
      <p className={styles.status}>{status}</p>
      <h1>{title}</h1>
      {message && <p className={styles.message}>{message}</p>}
      <p className={styles.actions}>
        {status !== 404 && (
          <a className="button" href="">
            <FormattedMessage id="failure.retry" />
          </a>
        )}
        {/* Plain links: after a failure the next page is better loaded afresh. */}
        <a className={status === 404 ? 'button' : 'button quiet'} href={addressOf('/', base)}>
          <FormattedMessage id="failure.home" />
        </a>
        <a className="button quiet" href={addressOf('/News', base)}>
          <FormattedMessage id="menu.news" />
        </a>
      </p>
      {requestId && status >= 500 && (
        <p className={styles.request}>
          <FormattedMessage id="failure.request" values={{ requestId: <code>{requestId}</code> }} />
        </p>
      )}
    </section>
  )
}

/** Whatever kept a page from being shown. */
export const PageFailure = ({ error }: { error: unknown }) => {
  const intl = useIntl()
  if (error instanceof LoadError) return <FailureScreen status={503} message={intl.formatMessage({ id: 'shell.loadError' })} />
  if (!(error instanceof RequestError)) return <FailureScreen status={500} />
  return <FailureScreen status={error.response?.status ?? 503} message={error.message} requestId={failureOf(error)?.requestId} />
}
