import type { IdAfter } from '@lectern/messages/message-id.ts'
import { App, Button, Checkbox, Form, Space } from 'antd'
import { useState } from 'react'
import { expertFields, expertMoves, type ExpertState as State } from '@lectern/contract/experts/expert-values.ts'
import {
  saveExpert,
  createExpert,
  readExpert,
  moveExpert,
  type Expert,
  type ExpertContent,
} from '@lectern/contract/experts/experts.ts'
import type { Client } from '../../../../request/client.ts'
import { FormattedMessage, useIntl } from '../../../../ui/intl.tsx'
import { UploadField } from '../../../files/components/upload-field.tsx'
import { ContentEditor } from '../../../admin-ui/components/content-editor.tsx'
import { LocalizedItem } from '../../../admin-ui/components/localized-item.tsx'
import { useContentSave } from '../../../admin-ui/use-content-save.ts'
import { contentOf, fieldsOf, fieldsOfVersion, type ExpertFields } from '../expert-fields.ts'
import { AccountPicker } from './account-picker.tsx'
import { ExpertState } from './expert-state.tsx'

interface MovesProps {
  client: Client
  expert: Expert
  /** Unsaved changes would not be published. */
  disabled: boolean
  onMoved: (expert: Expert) => void
}

/** The states that an expert may move to from each state. */
const Moves = ({ client, expert, disabled, onMoved }: MovesProps) => {
  const intl = useIntl()
  const { message } = App.useApp()
  const [busy, setBusy] = useState<State>()
  const move = async (state: State): Promise<void> => {
    setBusy(state)
    try {
      // The request shows conflicts, because nothing was typed here.
      const options = { inPlaceSignIn: true }
      const body = { state, version: expert.version }
      onMoved(await client(moveExpert, { params: { id: expert.id }, body }, options))
      void message.success(intl.formatMessage({ id: `office.experts.moved.${state}` }))
    } catch {
      // The request has shown the reason.
    }
    setBusy(undefined)
  }
  return (
    <Space>
      {expertMoves[expert.state].map((state) => (
        <Button
          key={state}
          disabled={disabled || busy !== undefined}
          loading={busy === state}
          onClick={() => void move(state)}
        >
          <FormattedMessage id={`office.experts.move.${state}`} />
        </Button>
      ))}
      <ExpertState state={expert.state} />
    </Space>
  )
}

interface ExpertEditorProps {
  client: Client
  expert: Expert | undefined
  onSaved: (expert: Expert) => void
}

/** Editor of an expert: texts in all languages, fields, photo and linked account. */
export const ExpertEditor = ({ client, expert, onSaved }: ExpertEditorProps) => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.experts.'>): string => intl.formatMessage({ id: `office.experts.${key}` })
  const save = useContentSave<ExpertContent, Expert>({
    create: (body, call) => client(createExpert, { body }, call),
    change: (id, body, call) => client(saveExpert, { params: { id }, body }, call),
  })
  return (
    <ContentEditor<ExpertFields, Expert>
      client={client}
      kind="expert"
      item={expert}
      valuesOf={fieldsOf}
      valuesOfVersion={fieldsOfVersion}
      needed={[{ name: 'name', label: t('name') }]}
      save={(fields, before) => save(contentOf(fields), before)}
      load={(id) => client(readExpert, { params: { id } })}
      onSaved={onSaved}
      renderActions={(current, isUnsaved, take) => (
        <Moves client={client} expert={current} disabled={isUnsaved} onMoved={take} />
      )}
    >
      {({ language }) => (
        <>
          <LocalizedItem name="name" label={t('name')} language={language} most={60} />
          <LocalizedItem name="title" label={t('title')} language={language} most={100} />
          <LocalizedItem name="school" label={t('school')} language={language} most={100} />
          <LocalizedItem name="bio" label={t('bio')} language={language} most={3_000} rows={5} />
          <Form.Item name="fields" label={intl.formatMessage({ id: 'expert.fields' })}>
            <Checkbox.Group
              options={expertFields.map((field) => ({
                value: field,
                label: intl.formatMessage({ id: `expert.field.${field}` }),
              }))}
            />
          </Form.Item>
          <Form.Item name="photo" label={t('photo')} extra={t('photoHelp')}>
            <UploadField purpose="picture" label={t('photo')} />
          </Form.Item>
          <Form.Item name="accountId" label={t('account')} extra={t('accountHelp')}>
            <AccountPicker client={client} linked={expert?.account} />
          </Form.Item>
        </>
      )}
    </ContentEditor>
  )
}
