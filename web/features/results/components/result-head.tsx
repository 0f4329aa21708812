import type { ReactNode } from 'react'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { resultsPath } from '../result-paths.ts'
import styles from './result-head.module.css'

interface ResultHeadProps {
  title: string
  list: { edition: { name: string }; version: number; supersededBy: string | null }
  /** Beside the edition and the version. */
  facts: ReactNode
  children: ReactNode
}

/** The top of a list that visitors read. */
export const ResultHead = ({ title, list: { edition, version, supersededBy }, facts, children }: ResultHeadProps) => {
  const intl = useIntl()
  return (
    <>
      <nav
        className={`faint small print-hidden ${styles.trail}`}
        aria-label={intl.formatMessage({ id: 'shell.trail' })}
      >
        <Link to={resultsPath}>
          <FormattedMessage id="result.title" />
        </Link>
      </nav>
      <header className={styles.head}>
        <h1>{title}</h1>
        <p className={styles.facts}>
          <span>{edition.name}</span>
          {facts}
          {(version > 1 || supersededBy) && (
            <span>
              <FormattedMessage id="result.version" values={{ version }} />
            </span>
          )}
        </p>
        {children}
      </header>
    </>
  )
}
