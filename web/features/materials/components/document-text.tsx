import type { MaterialDetail } from '@lectern/contract/materials/materials.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { PrintIcon } from '../../../ui/page-icons.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Prose } from '../../../ui/prose.tsx'
import styles from './document-text.module.css'

/** Fewer chapters need no table of contents. */
const minChapters = 2

const Contents = ({ headings }: Pick<MaterialDetail, 'headings'>) => (
  <nav className={styles.contents} aria-labelledby="contents">
    <h2 id="contents">
      <FormattedMessage id="material.contents" />
    </h2>
    <ol className={styles.chapters}>
      {headings.map(({ id, level, text }) => (
        <li key={id} data-level={level}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ol>
  </nav>
)

/** A document with its table of contents. */
export const DocumentText = ({ document: material }: { document: MaterialDetail }) => {
  const intl = useIntl()
  const { title, summary, locale, category, updatedAt, headings, body } = material
  return (
    <article className={styles.document}>
      <header className={styles.head}>
        <h1 lang={locale}>{title}</h1>
        {summary && (
          <p className={styles.summary} lang={locale}>
            {summary}
          </p>
        )}
        <p className={`cluster faint small ${styles.facts}`}>
          <FormattedMessage id={`material.category.${category}`} />
          <span>
            <FormattedMessage id="material.updated" values={{ date: <DateTime key="date" value={updatedAt} /> }} />
          </span>
          <button type="button" className={`print-hidden script-only ${styles.print}`} onClick={() => print()}>
            <PrintIcon />
            <FormattedMessage id="share.print" />
          </button>
        </p>
        {locale !== intl.locale && (
          <p className={styles.fallback}>
            <FormattedMessage id="material.fallback" />
          </p>
        )}
      </header>
      {headings.length >= minChapters && <Contents headings={headings} />}
      <div className={styles.text} lang={locale}>
        <Prose html={body} />
      </div>
    </article>
  )
}
