import { FormattedMessage, useIntl } from 'react-intl'
import { PageHead } from '../../app/page-head.tsx'
import { sectionSlots } from '../../app/section-slots.tsx'
import { contentsOf } from '../../features/sections/anchors.ts'
import { sectionsOfPage } from '../../features/sections/api.ts'
import { Contents } from '../../features/sections/components/contents.tsx'
import { Sections } from '../../features/sections/components/sections.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PrintIcon } from '../../ui/icons.tsx'
import styles from './rules.module.css'

export const loader = ({ client }: LoaderInput) =>
  client(sectionsOfPage, { params: { name: 'Rules' } }, { skipErrorHandler: true })

/** The rules as one text: with a table of contents, for paper too. */
export default function Rules() {
  const { sections, publishedAt } = useData<typeof loader>()
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'page.Rules' })
  const chapters = contentsOf(sections)
  return (
    <div className={styles.page}>
      <PageHead title={title} description={intl.formatMessage({ id: 'page.Rules.description' })} path="/Rules" />
      <header className={styles.head}>
        <h1>{title}</h1>
        <p className={styles.facts}>
          <FormattedMessage id="rules.asOf" values={{ date: <DateTime key="date" value={publishedAt} /> }} />
        </p>
        <p className={styles.tools}>
          <button type="button" className={`button quiet ${styles.print}`} onClick={() => print()}>
            <PrintIcon />
            <FormattedMessage id="rules.print" />
          </button>
          <a className="button quiet" href={`/api/pages/Rules/file?lang=${intl.locale}`} download>
            <FormattedMessage id="rules.download" />
          </a>
        </p>
      </header>
      <div className={styles.columns}>
        <aside className={styles.aside}>{chapters.length > 0 && <Contents chapters={chapters} />}</aside>
        <div className={styles.text}>
          <Sections sections={sections} slots={sectionSlots} />
          {sections.length === 0 && <EmptyState title={<FormattedMessage id="section.nothing" />} />}
        </div>
      </div>
    </div>
  )
}
