import { FailureScreen } from '../app/failure-screen.tsx'
import { useSite } from '../app/site.tsx'
import { Link } from '../router/link.tsx'
import { useRouterState } from '../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../ui/intl.tsx'
import styles from './exception.module.css'

/** The page for errors of showType `page`. Code and message are in the address and are shown as text. */
export default function Exception() {
  const intl = useIntl()
  const { email } = useSite().settings
  const query = new URLSearchParams(useRouterState().place.search)
  const code = query.get('errorCode')?.slice(0, 40)
  const message = query.get('errorMessage')?.slice(0, 500)
  const back = (
    <button type="button" className="button" onClick={() => history.back()}>
      <FormattedMessage id="exception.back" />
    </button>
  )
  return (
    <FailureScreen
      title={intl.formatMessage({ id: 'failure.other' })}
      mark={code && intl.formatMessage({ id: 'exception.code' }, { code })}
      message={message}
      action={back}
    >
      <p className={`muted small ${styles.help}`}>
        <FormattedMessage id="exception.help" />{' '}
        <Link to="/Contact">
          <FormattedMessage id="menu.contact" />
        </Link>
        {email && (
          <>
            {' · '}
            <a href={`mailto:${email}`}>{email}</a>
          </>
        )}
      </p>
    </FailureScreen>
  )
}
