import { readPage } from '@lectern/contract/pages/pages.ts'
import { pageDescription, pageTitle } from '../../features/pages/page-words.ts'
import type { PageName } from '@lectern/contract/pages/section-shapes.ts'
import { PageHead } from '../../app/page-head.tsx'
import { sectionSlots } from '../../app/section-slots.tsx'
import { TitledPage } from '../../features/pages/components/titled-page.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

export const loader = ({ params, client }: LoaderInput) =>
  client(readPage, { params: { name: params.page as PageName } }, { skipErrorHandler: true })

/** A page that organisers build from sections. */
export default function SectionsPage() {
  const page = useData<typeof loader>()
  const { name } = page
  const intl = useIntl()
  return (
    <>
      <PageHead title={pageTitle(intl, name)} description={pageDescription(intl, name)} path={`/${name}`} />
      <TitledPage page={page} slots={sectionSlots} />
    </>
  )
}
