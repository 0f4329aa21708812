import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import type { FilePurpose } from '@lectern/contract/files/file-values.ts'
import type { MaterialId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import {
  maxMarkdownLength,
  materialCategories,
  materialKinds,
  type MaterialKind,
} from '@lectern/contract/materials/material-values.ts'
import {
  readMaterialSource,
  changeMaterial,
  createMaterial,
  deleteMaterial,
  moveMaterial,
  type MaterialSource,
} from '@lectern/contract/materials/materials.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { go } from '../../../../router/history.ts'
import { Link } from '../../../../router/link.tsx'
import { useRouter } from '../../../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../../../ui/intl.tsx'
import { UploadField } from '../../../files/components/upload-field.tsx'
import { ContentEditor } from '../../../admin-ui/components/content-editor.tsx'
import { ConfirmDelete } from '../../../admin-ui/components/confirm-delete.tsx'
import { LocalizedItem } from '../../../admin-ui/components/localized-item.tsx'
import { PublishMoves } from '../../../admin-ui/components/publish-moves.tsx'
import { formCall } from '../../../admin-ui/use-office-form.ts'
import { materialPath } from '../../material-address.ts'
import { sourcePath } from '../source-address.ts'
import { contentOf, valuesOf, type SourceValues } from '../source-values.ts'
import { useSourceWords } from '../source-words.ts'
import { MarkdownPreview } from './markdown-preview.tsx'

const purposes = { file: 'attachment', video: 'video', photo: 'picture' } as const satisfies Partial<
  Record<MaterialKind, FilePurpose>
>

interface SourceEditorProps {
  client: Client
  /** Undefined: a new material. */
  material: MaterialSource | undefined
  /** Called when a new material was stored, before it gets its address. */
  onCreated: (id: MaterialId) => void
}

const Fields = ({ values, language }: { values: SourceValues; language: keyof SourceValues['title'] }) => {
  const { t, kind: nameOf, category } = useSourceWords()
  const { kind } = values
  return (
    <>
      <Form.Item name="kind" label={t('kind')}>
        <Select options={materialKinds.map((value) => ({ value, label: nameOf(value) }))} />
      </Form.Item>
      <Form.Item name="category" label={t('category')}>
        <Select options={materialCategories.map((value) => ({ value, label: category(value) }))} />
      </Form.Item>
      <LocalizedItem name="title" label={t('title')} language={language} most={120} />
      <LocalizedItem name="summary" label={t('summary')} language={language} most={500} rows={3} />
      {/* Fields of other kinds stay mounted, so that their values are kept. */}
      <div hidden={kind !== 'markdown'}>
        <LocalizedItem name="body" label={t('body')} language={language} most={maxMarkdownLength} rows={14} />
      </div>
      {(['file', 'video', 'photo'] as const).map((each) => (
        <Form.Item key={each} name={['file', each]} label={t(`file.${each}`)} hidden={kind !== each}>
          <UploadField purpose={purposes[each]} label={t(`file.${each}`)} />
        </Form.Item>
      ))}
      <Form.Item name="captions" label={t('captions')} hidden={kind !== 'video'}>
        <UploadField purpose="captions" label={t('captions')} />
      </Form.Item>
      <Form.Item name="cover" label={t('cover')} hidden={kind === 'photo'}>
        <UploadField purpose="picture" label={t('cover')} />
      </Form.Item>
    </>
  )
}

/** Editor for one material in all languages, with preview and publishing. */
export const SourceEditor = ({ client, material, onCreated }: SourceEditorProps) => {
  const router = useRouter()
  const { t } = useSourceWords()
  const intl = useIntl()
  const [isDeleting, setDeleting] = useState(false)
  const [keyOf] = useState(createKeys)
  const save = (values: SourceValues, item: MaterialSource | undefined): Promise<MaterialSource> => {
    const body = contentOf(values)
    if (!item) return client(createMaterial, { body }, { ...formCall, headers: { 'Idempotency-Key': keyOf(body) } })
    const { id, version } = item
    return client(changeMaterial, { params: { id }, body: { ...body, version } }, formCall)
  }
  return (
    <ContentEditor<SourceValues, MaterialSource>
      client={client}
      kind="material"
      item={material}
      valuesOf={valuesOf}
      valuesOfVersion={(content) => valuesOf(content as unknown as MaterialSource)}
      needed={[{ name: 'title', label: t('title') }]}
      save={save}
      load={(id) => client(readMaterialSource, { params: { id } })}
      onSaved={({ id }) => {
        if (material) return
        onCreated(id)
        void go(router, sourcePath(id), { replace: true })
      }}
      renderActions={({ id, kind, title, version, state, publishedAt }, isUnsaved, take) => (
        <>
          <PublishMoves
            key={version}
            state={state}
            publishedAt={publishedAt}
            isUnsaved={isUnsaved}
            onMove={async (next, moment) => {
              const body = { version, state: next, ...(moment && { publishedAt: moment }) }
              take(await client(moveMaterial, { params: { id }, body }))
            }}
          />
          {state === 'published' && (
            <Link to={materialPath({ id, kind }) ?? '/Trivia/Download'} target="_blank">
              {t('view')}
            </Link>
          )}
          {(state === 'draft' || state === 'archived') && (
            <Button danger aria-haspopup="dialog" onClick={() => setDeleting(true)}>
              <FormattedMessage id="office.delete.confirm" />
            </Button>
          )}
          {isDeleting && (
            <ConfirmDelete
              name={localize(title, intl.locale).text}
              onDelete={async () => {
                await client(deleteMaterial, { params: { id }, query: { version: String(version) } })
                void go(router, '/Admin/Material', { replace: true })
              }}
              onClose={() => setDeleting(false)}
            />
          )}
        </>
      )}
      renderAside={({ values, language }) =>
        values.kind === 'markdown' && (
          <MarkdownPreview client={client} text={values.body[language] ?? ''} language={language} />
        )
      }
    >
      {({ values, language }) => <Fields values={values} language={language} />}
    </ContentEditor>
  )
}
