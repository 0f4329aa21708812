import { FormattedMessage, useIntl } from 'react-intl'
import type { PageName } from '@lectern/contract/section-shapes.ts'
import { PageHead } from '../../app/page-head.tsx'
import { sectionSlots } from '../../app/section-slots.tsx'
import { sectionsOfPage } from '../../features/sections/api.ts'
import { Sections } from '../../features/sections/components/sections.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from './page.module.css'

export const loader = ({ params, client }: LoaderInput) =>
  client(sectionsOfPage, { params: { name: params.page as PageName } }, { skipErrorHandler: true })

/** A page that organisers put together out of sections. */
export default function SectionsPage() {
  const { name, sections } = useData<typeof loader>()
  const intl = useIntl()
  const title = intl.formatMessage({ id: `page.${name}` })
  return (
    <>
      <PageHead title={title} description={intl.formatMessage({ id: `page.${name}.description` })} path={`/${name}`} />
      <header className={styles.head}>
        <h1>{title}</h1>
      </header>
      <Sections sections={sections} slots={sectionSlots} />
      {sections.length === 0 && <EmptyState title={<FormattedMessage id="section.nothing" />} />}
    </>
  )
}
