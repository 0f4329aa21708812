import { FormattedMessage, useIntl } from 'react-intl'
import type { ShownPage } from '@lectern/contract/pages.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { Slots } from '../section-view.ts'
import { Sections } from './sections.tsx'
import styles from './titled-page.module.css'

export interface PageProps {
  page: ShownPage
  slots: Slots
}

/** A page under its name: its sections one below the other. */
export const TitledPage = ({ page: { name, sections }, slots }: PageProps) => {
  const intl = useIntl()
  return (
    <>
      <header className={styles.head}>
        <h1>{intl.formatMessage({ id: `page.${name}` })}</h1>
      </header>
      <Sections sections={sections} slots={slots} />
      {sections.length === 0 && <EmptyState title={<FormattedMessage id="section.nothing" />} />}
    </>
  )
}
