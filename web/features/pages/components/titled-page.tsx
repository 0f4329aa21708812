import { pageTitle } from '../page-words.ts'
import type { ShownPage, ShownSection } from '@lectern/contract/pages/pages.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import type { Slots } from '../section-view.ts'
import { Sections } from './sections.tsx'
import styles from './titled-page.module.css'

export interface PageProps {
  page: ShownPage
  slots: Slots
}

/** Leave out a section title that repeats the page title. */
const withoutTitle = (sections: readonly ShownSection[], title: string): ShownSection[] =>
  sections.map((section, position) =>
    position === 0 && 'title' in section.content && section.content.title === title
      ? ({ ...section, content: { ...section.content, title: '' } } as ShownSection)
      : section,
  )

/** A page with its title and sections. */
export const TitledPage = ({ page: { name, sections }, slots }: PageProps) => {
  const title = pageTitle(useIntl(), name)
  return (
    <>
      <header className={styles.head}>
        <h1>{title}</h1>
      </header>
      <Sections sections={withoutTitle(sections, title)} slots={slots} />
      {sections.length === 0 && <EmptyState title={<FormattedMessage id="section.nothing" />} />}
    </>
  )
}
