import { readPage } from '@lectern/contract/pages/pages.ts'
import { PageHead } from '../../app/page-head.tsx'
import { sectionSlots } from '../../app/section-slots.tsx'
import { RulesPage } from '../../features/pages/components/rules-page.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

export const loader = ({ client }: LoaderInput) =>
  client(readPage, { params: { name: 'Rules' } }, { skipErrorHandler: true })

export default function Rules() {
  const page = useData<typeof loader>()
  const intl = useIntl()
  return (
    <>
      <PageHead
        title={intl.formatMessage({ id: 'page.Rules' })}
        description={intl.formatMessage({ id: 'page.Rules.description' })}
        path="/Rules"
      />
      <RulesPage page={page} slots={sectionSlots} />
    </>
  )
}
