import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { failureOf, RequestError } from '../request/request-error.ts'
import { useRouter } from '../router/router-context.tsx'
import { addressOf } from '../router/router.ts'
import { BlankBoard } from '../ui/drawings.tsx'
import { failureStatus } from './failure-status.ts'
import { LoadError } from './load-page.ts'
import { PageHead } from './page-head.tsx'
import styles from './failure-screen.module.css'

interface FailureScreenProps {
  title: string
  /** A short sign above the title: a status, a code. */
  mark?: string | undefined
  message?: string | undefined
  /** What helps first; going home is always offered. */
  action?: ReactNode
  children?: ReactNode
}

/** Says what happened and offers the ways on. */
export const FailureScreen = ({ title, mark, message, action, children }: FailureScreenProps) => {
  const { base } = useRouter()
  return (
    <section className={styles.screen}>
      <PageHead title={title} />
      <BlankBoard />
      {mark && <p className={styles.mark}>{mark}</p>}
      <h1>{title}</h1>
      {message && <p className={styles.message}>{message}</p>}
      <p className={styles.actions}>
        {action}
        {/* Plain links: after a failure the next page is better loaded afresh. */}
        <a className={action ? 'button quiet' : 'button'} href={addressOf('/', base)}>
          <FormattedMessage id="failure.home" />
        </a>
        <a className="button quiet" href={addressOf('/News', base)}>
          <FormattedMessage id="menu.news" />
        </a>
      </p>
      {children}
    </section>
  )
}

const Retry = () => (
  <a className="button" href="">
    <FormattedMessage id="failure.retry" />
  </a>
)

const titles: Record<number, string> = { 403: 'failure.forbidden', 404: 'failure.notFound', 503: 'failure.unavailable' }

interface StatusScreenProps {
  status: number
  message?: string | undefined
  /** For people who ask for help: names this very failure in the log. */
  requestId?: string | undefined
  children?: ReactNode
}

/** A failure with an HTTP status. */
export const StatusScreen = ({ status, message, requestId, children }: StatusScreenProps) => {
  const intl = useIntl()
  return (
    <FailureScreen
      title={intl.formatMessage({ id: titles[status] ?? 'failure.other' })}
      mark={String(status)}
      message={message}
      action={status !== 404 && status !== 403 && <Retry />}
    >
      {children}
      {requestId && status >= 500 && (
        <p className={styles.request}>
          <FormattedMessage id="failure.request" values={{ requestId: <code>{requestId}</code> }} />
        </p>
      )}
    </FailureScreen>
  )
}

/** Whatever kept a page from being shown. */
export const PageFailure = ({ error }: { error: unknown }) => {
  const intl = useIntl()
  // Nobody answered with a status: a part of the page did not arrive.
  if (error instanceof LoadError)
    return <FailureScreen title={intl.formatMessage({ id: 'failure.load' })} action={<Retry />} />
  const status = failureStatus(error)
  const message = (): string | undefined => {
    if (!(error instanceof RequestError)) return undefined
    return status === 404 && error.response?.status !== 404
      ? intl.formatMessage({ id: 'failure.notFoundHelp' })
      : error.message
  }
  return <StatusScreen status={status} message={message()} requestId={failureOf(error)?.requestId} />
}
