import { useIntl } from 'react-intl'
import { PageHead } from '../../app/page-head.tsx'
import { DocumentView } from '../../features/documents/components/document-view.tsx'
import { documentPath } from '../../features/documents/document-address.ts'
import { isInForce, loadDocument } from '../../features/documents/load-document.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'

export const loader = (input: LoaderInput) => loadDocument('terms', input)

export default function Terms() {
  const document = useData<typeof loader>()
  const intl = useIntl()
  return (
    <>
      <PageHead
        title={document.title}
        description={intl.formatMessage({ id: 'document.description.terms' })}
        {...(isInForce(document) && { path: documentPath('terms') })}
      />
      <DocumentView document={document} />
    </>
  )
}
