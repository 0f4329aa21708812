import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Prose } from '../../../ui/prose.tsx'
import { documentPath } from '../document-address.ts'
import { isInForce, type DocumentText } from '../load-document.ts'
import styles from './document-view.module.css'

const Versions = ({ document: { name, version, versions } }: { document: DocumentText }) => (
  <nav className={`print-hidden ${styles.versions}`} aria-labelledby="versions">
    <h2 id="versions">
      <FormattedMessage id="document.versions" />
    </h2>
    <ul>
      {versions.map((entry, position) => (
        <li key={entry.version}>
          <Link
            to={documentPath(name, position === 0 ? undefined : entry.version)}
            aria-current={entry.version === version ? 'page' : undefined}
          >
            <FormattedMessage id="document.version" values={{ version: entry.version }} />
          </Link>
          <DateTime value={entry.publishedAt} />
          {position === 0 && (
            <span className={styles.inForce}>
              <FormattedMessage id="document.inForce" />
            </span>
          )}
        </li>
      ))}
    </ul>
  </nav>
)

/** One version of an agreement, with links to the others. */
export const DocumentView = ({ document }: { document: DocumentText }) => {
  const { name, title, version, locale, publishedAt, body, versions } = document
  const intl = useIntl()
  return (
    <div className={styles.page}>
      <article>
        <header className={styles.head}>
          <h1 lang={locale}>{title}</h1>
          <p className={`faint small ${styles.facts}`}>
            <FormattedMessage
              id="document.published"
              values={{ version, date: <DateTime key="date" value={publishedAt} /> }}
            />
          </p>
          {!isInForce(document) && (
            <p className={styles.remark}>
              <FormattedMessage id="document.former" />{' '}
              <Link to={documentPath(name)}>
                <FormattedMessage id="document.current" />
              </Link>
            </p>
          )}
          {locale !== intl.locale && (
            <p className={styles.remark}>
              <FormattedMessage id="document.fallback" />
            </p>
          )}
        </header>
        <div lang={locale}>
          <Prose html={body} />
        </div>
      </article>
      {versions.length > 1 && <Versions document={document} />}
    </div>
  )
}
