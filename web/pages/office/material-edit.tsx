import { readMaterialSource } from '@lectern/contract/materials/materials.ts'
import { useState } from 'react'
import type { MaterialId } from '@lectern/contract/ids.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { SourceEditor } from '../../features/materials/office/components/source-editor.tsx'
import { sourcesPath } from '../../features/materials/office/source-address.ts'
import { BackLink } from '../../features/admin-ui/components/back-link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

export const loader = async ({ query, client }: LoaderInput) => {
  const id = query.get('id')
  return { material: id ? await client(readMaterialSource, { params: { id } }, { skipErrorHandler: true }) : undefined }
}

export default function MaterialEdit() {
  const intl = useIntl()
  const client = useClient()
  const { material } = useData<typeof loader>()
  const [created, setCreated] = useState<MaterialId>()
  return (
    <OfficeFrame
      title={intl.formatMessage({ id: material ? 'office.materials.edit' : 'office.materials.new' })}
      actions={<BackLink to={sourcesPath} label="office.materials.back" />}
    >
      {/* A new material keeps its form mounted when it gets an id. */}
      <SourceEditor
        key={material && material.id !== created ? material.id : 'new'}
        client={client}
        material={material}
        onCreated={setCreated}
      />
    </OfficeFrame>
  )
}
