import { readDocumentSource } from '@lectern/contract/documents/documents.ts'
import { Segmented, Space } from 'antd'
import { useState } from 'react'
import { documentNames, type DocumentName } from '@lectern/contract/accounts/account-values.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { DocumentEditor, dropDrafts } from '../../features/documents/office/components/document-editor.tsx'
import { useLeaveGuard } from '../../router/leave-guard.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

export const loader = ({ client }: LoaderInput) =>
  Promise.all(
    documentNames.map(async (name) => ({
      name,
      source: await client(readDocumentSource, { params: { name } }, { skipErrorHandler: true }),
    })),
  )

export default function Documents() {
  const intl = useIntl()
  const client = useClient()
  const documents = useData<typeof loader>()
  const [chosen, setChosen] = useState<DocumentName>('privacy')
  const [unsaved, setUnsaved] = useState<readonly DocumentName[]>([])
  const [notes] = useState(() =>
    Object.fromEntries(
      documentNames.map((name) => [
        name,
        (isUnsaved: boolean) =>
          setUnsaved((names) => [...names.filter((other) => other !== name), ...(isUnsaved ? [name] : [])]),
      ]),
    ),
  )
  useLeaveGuard(() => unsaved.length > 0, intl.formatMessage({ id: 'office.documents.leave' }), dropDrafts)
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.documents' })}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <Segmented
          aria-label={intl.formatMessage({ id: 'office.documents.choose' })}
          value={chosen}
          onChange={setChosen}
          options={documentNames.map((name) => ({
            value: name,
            label: intl.formatMessage({ id: `office.pages.choice.document.${name}` }),
          }))}
          // Narrow screens scroll the choice, not the page.
          style={{ maxWidth: '100%', overflowX: 'auto' }}
        />
        {/* Both stay mounted, so that what was typed is kept. */}
        {documents.map(({ name, source }) => (
          <div key={name} hidden={name !== chosen}>
            <DocumentEditor client={client} name={name} source={source} onUnsaved={notes[name]!} />
          </div>
        ))}
      </Space>
    </OfficeFrame>
  )
}
