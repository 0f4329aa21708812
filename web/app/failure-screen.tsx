import type { MessageId } from '@lectern/messages/message-id.ts'
import type { ReactNode } from 'react'
import { failureOf, RequestError } from '../request/request-error.ts'
import { withBase } from '../router/match.ts'
import { useRouter } from '../router/router-context.tsx'
import { BlankBoard } from '../ui/drawings.tsx'
import { FormattedMessage, useIntl } from '../ui/intl.tsx'
import { failureMark, failureMessage, failureStatus } from './failure-status.ts'
import { LoadError } from './load-page.ts'
import { PageHead } from './page-head.tsx'
import { SearchInstead } from './search-instead.tsx'
import styles from './failure-screen.module.css'

interface FailureScreenProps {
  title: string
  /** A short code above the title, such as the HTTP status. */
  mark?: string | undefined
  message?: string | undefined
  /** The primary action; a link to the home page is always shown. */
  action?: ReactNode
  children?: ReactNode
}

/** Describes an error and offers further links. */
export const FailureScreen = ({ title, mark, message, action, children }: FailureScreenProps) => {
  const { base } = useRouter()
  return (
    <section className={styles.screen}>
      <PageHead title={title} />
      <BlankBoard />
      {mark && <p className={styles.mark}>{mark}</p>}
      <h1>{title}</h1>
      {message && <p className={`muted break-anywhere ${styles.message}`}>{message}</p>}
      <p className={`row gap-12 ${styles.actions}`}>
        {action}
        {/* Plain links: after an error the next page should be loaded completely. */}
        <a className={action ? 'button quiet' : 'button'} href={withBase('/', base)}>
          <FormattedMessage id="failure.home" />
        </a>
        <a className="button quiet" href={withBase('/News', base)}>
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

const titles: Record<number, MessageId> = {
  403: 'failure.forbidden',
  404: 'failure.notFound',
  503: 'failure.unavailable',
}

interface StatusScreenProps {
  status: number
  /** Default: the status. */
  mark?: string
  message?: string | undefined
  /** Shown so that the error can be found in the log. */
  requestId?: string | undefined
  children?: ReactNode
}

/** An error with an HTTP status. */
export const StatusScreen = ({ status, mark = String(status), message, requestId, children }: StatusScreenProps) => {
  const intl = useIntl()
  return (
    <FailureScreen
      title={intl.formatMessage({ id: titles[status] ?? 'failure.other' })}
      mark={mark}
      message={message}
      action={status !== 404 && status !== 403 && <Retry />}
    >
      {children}
      {requestId && status >= 500 && (
        <p className={`faint break-anywhere ${styles.request}`}>
          <FormattedMessage id="failure.request" values={{ requestId: <code>{requestId}</code> }} />
        </p>
      )}
    </FailureScreen>
  )
}

/** Page not found, with a search. */
export const MissingScreen = ({ message }: { message: string }) => (
  <StatusScreen status={404} message={message}>
    <SearchInstead />
  </StatusScreen>
)

/** Any error that prevents a page from being shown. */
export const PageFailure = ({ error }: { error: unknown }) => {
  const intl = useIntl()
  // Without a response there is no status: code or data of the page failed to load.
  if (error instanceof LoadError || (error instanceof RequestError && !error.response)) {
    const message = error instanceof RequestError ? error.message : undefined
    return <FailureScreen title={intl.formatMessage({ id: 'failure.load' })} message={message} action={<Retry />} />
  }
  const status = failureStatus(error)
  const message = failureMessage(error)
  if (status !== 404)
    return (
      <StatusScreen
        status={status}
        mark={failureMark(error)}
        message={message}
        requestId={failureOf(error)?.requestId}
      />
    )
  const isNotified = error instanceof RequestError && error.response?.status === 404
  return <MissingScreen message={(isNotified && message) || intl.formatMessage({ id: 'failure.notFoundHelp' })} />
}
