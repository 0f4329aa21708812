import { readBlock } from '@lectern/contract/pages/pages.ts'
import { pageTitle } from '../../features/pages/page-words.ts'
import type { PageName } from '@lectern/contract/pages/section-shapes.ts'
import { PageHead } from '../../app/page-head.tsx'
import { sectionSlots } from '../../app/section-slots.tsx'
import { resultSlots } from '../../app/result-slots.tsx'
import { Sections } from '../../features/pages/components/sections.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

export const loader = async ({ params, client }: LoaderInput) => {
  const page = params.page as PageName
  const section = await client(
    readBlock,
    { params: { name: page, block: params.block ?? '' } },
    { skipErrorHandler: true },
  )
  return { page, section }
}

const slots = { ...sectionSlots, ...resultSlots }

/** A single section at its own address, for previews and links. */
export default function BlockPage() {
  const { page, section } = useData<typeof loader>()
  const intl = useIntl()
  const own = 'title' in section.content ? section.content.title : ''
  const title = own || pageTitle(intl, page)
  return (
    <>
      <PageHead title={title} path={`/${page}/${section.block}`} />
      {!own && section.type !== 'hero' && section.type !== 'document' && section.type !== 'carousel' && (
        <h1 className="visually-hidden">{title}</h1>
      )}
      <Sections sections={[section]} alone slots={slots} />
    </>
  )
}
