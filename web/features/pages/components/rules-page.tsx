import { DateTime } from '../../../ui/date-time.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PrintIcon } from '../../../ui/page-icons.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { contentsOf } from '../anchors.ts'
import { Contents } from './contents.tsx'
import styles from './rules-page.module.css'
import { Sections } from './sections.tsx'
import type { PageProps } from './titled-page.tsx'

/** The rules as one text with a table of contents, also for printing. */
export const RulesPage = ({ page: { sections, publishedAt }, slots }: PageProps) => {
  const intl = useIntl()
  const chapters = contentsOf(sections)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>
          <FormattedMessage id="page.Rules" />
        </h1>
        <p className={`muted small ${styles.facts}`}>
          <FormattedMessage id="rules.asOf" values={{ date: <DateTime key="date" value={publishedAt} /> }} />
        </p>
        <p className={`row gap-12 print-hidden ${styles.tools}`}>
          <button type="button" className="button quiet script-only" onClick={() => print()}>
            <PrintIcon />
            <FormattedMessage id="rules.print" />
          </button>
          <a className="button quiet" href={`/api/pages/Rules/file?lang=${intl.locale}`} download>
            <FormattedMessage id="rules.download" />
          </a>
        </p>
      </header>
      <div className={styles.columns}>
        <div className={styles.aside}>{chapters.length > 0 && <Contents chapters={chapters} />}</div>
        <div className={styles.text}>
          <Sections sections={sections} slots={slots} />
          {sections.length === 0 && <EmptyState title={<FormattedMessage id="section.nothing" />} />}
        </div>
      </div>
    </div>
  )
}
