import { Alert, App, Modal, Space } from 'antd'
import { useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { InstitutionId } from '@lectern/contract/ids.ts'
import { mergeInstitution, previewMerge, type Institution } from '@lectern/contract/institutions/institutions.ts'
import type { Client } from '../../../../request/client.ts'
import { useInstitutionWords } from '../institution-words.ts'
import { InstitutionPicker } from './institution-picker.tsx'

interface MergeDialogProps {
  client: Client
  institution: Institution
  onMerged: () => void
  onClose: () => void
}

/** Merges an institution into another one, after showing what moves. */
export const MergeDialog = ({ client, institution, onMerged, onClose }: MergeDialogProps) => {
  const { message } = App.useApp()
  const { t, named } = useInstitutionWords()
  const [isOpen, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const [isMerged, setMerged] = useState(false)
  const [into, setInto] = useState<InstitutionId>()
  const [preview, setPreview] = useState<AnswerOf<typeof previewMerge>>()
  const params = { id: institution.id }
  const choose = async (id: InstitutionId | undefined): Promise<void> => {
    setInto(id)
    setPreview(undefined)
    if (!id) return
    try {
      setPreview(await client(previewMerge, { params, query: { into: id } }))
    } catch {
      // The request has shown the reason.
    }
  }
  const merge = async (): Promise<void> => {
    if (!into || busy) return
    setBusy(true)
    try {
      await client(mergeInstitution, { params, body: { into, version: institution.version } })
      void message.success(t('merged'))
      setMerged(true)
      setOpen(false)
    } catch {
      // The request has shown the reason.
    }
    setBusy(false)
  }
  return (
    <Modal
      open={isOpen}
      title={t('mergeTitle', { name: named(institution.name) })}
      okText={t('merge')}
      okButtonProps={{ disabled: !preview || preview.whyNot !== null, loading: busy, danger: true }}
      onOk={() => void merge()}
      onCancel={() => setOpen(false)}
      // Unmounted only after closing, so that the focus returns first.
      afterClose={() => {
        onClose()
        if (isMerged) onMerged()
      }}
    >
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <p style={{ margin: 0 }}>{t('mergeHelp')}</p>
        <InstitutionPicker
          client={client}
          kind={institution.kind}
          label={t('mergeInto')}
          without={institution.id}
          value={into}
          onChange={(id) => void choose(id)}
        />
        {preview && (
          <div role="status">
            <Alert
              type={preview.whyNot === null ? 'info' : 'error'}
              showIcon
              title={preview.whyNot ?? t('mergePreview', preview.moved)}
            />
          </div>
        )}
      </Space>
    </Modal>
  )
}
