import { pageDescription, pageTitle } from '../../features/pages/page-words.ts'
import { readPage, type ShownSection } from '@lectern/contract/pages/pages.ts'
import type { PageName } from '@lectern/contract/pages/section-shapes.ts'
import { PageHead } from '../../app/page-head.tsx'
import { sectionSlots } from '../../app/section-slots.tsx'
import { readVersion } from '../../features/documents/document-address.ts'
import { isInForce, loadDocument } from '../../features/documents/load-document.ts'
import { Sections } from '../../features/pages/components/sections.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

const isDocument = (section: ShownSection): section is ShownSection<'document'> => section.type === 'document'

/** The page of an agreement, with the version in the address or the current one. */
export const loader = async (input: LoaderInput) => {
  const { params, query, client } = input
  const name = params.page as PageName
  const page = await client(readPage, { params: { name } }, { skipErrorHandler: true })
  const document = page.sections.find(isDocument)
  if (!document || !readVersion(query)) return page
  const data = await loadDocument(document.data.name, input)
  return { ...page, sections: page.sections.map((section) => (section === document ? { ...document, data } : section)) }
}

export default function DocumentPage() {
  const { name, sections } = useData<typeof loader>()
  const intl = useIntl()
  const document = sections.find(isDocument)?.data
  const title = document?.title ?? pageTitle(intl, name)
  return (
    <>
      <PageHead
        title={title}
        description={pageDescription(intl, name)}
        {...((!document || isInForce(document)) && { path: `/${name}` })}
      />
      {!document && <h1 className="visually-hidden">{title}</h1>}
      <Sections sections={sections} slots={sectionSlots} />
    </>
  )
}
