import { FormattedMessage, useIntl } from 'react-intl'
import { PageHead } from '../app/page-head.tsx'
import { Link } from '../router/link.tsx'
import { useRouterState } from '../router/router-context.tsx'
import { BlankBoard } from '../ui/drawings.tsx'
import styles from './exception.module.css'

/** Where a failure leads that needs a page of its own. Code and message come with the address and are shown as text. */
export default function Exception() {
  const intl = useIntl()
  const query = new URLSearchParams(useRouterState().place.search)
  const code = query.get('errorCode')?.slice(0, 40)
  const message = query.get('errorMessage')?.slice(0, 500)
  const title = intl.formatMessage({ id: 'failure.other' })
  return (
    <section className={styles.screen}>
      <PageHead title={title} />
      <BlankBoard />
      <h1>{title}</h1>
      {code && (
        <p className={styles.code}>
          <FormattedMessage id="exception.code" values={{ code }} />
        </p>
      )}
      {message && <p className={styles.message}>{message}</p>}
      <p className={styles.actions}>
        <button type="button" className="button" onClick={() => history.back()}>
          <FormattedMessage id="exception.back" />
        </button>
        <Link className="button quiet" to="/">
          <FormattedMessage id="failure.home" />
        </Link>
      </p>
    </section>
  )
}
