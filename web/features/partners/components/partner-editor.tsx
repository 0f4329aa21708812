import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Form, Input, Radio, Switch } from 'antd'
import { partnerRoles } from '@lectern/contract/experts/expert-values.ts'
import {
  savePartner,
  createPartner,
  readPartner,
  type Partner,
  type PartnerContent,
} from '@lectern/contract/partners/partners.ts'
import type { Client } from '../../../request/client.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { UploadField } from '../../files/components/upload-field.tsx'
import { ContentEditor } from '../../admin-ui/components/content-editor.tsx'
import { LocalizedItem } from '../../admin-ui/components/localized-item.tsx'
import { useContentSave } from '../../admin-ui/use-content-save.ts'
import { contentOf, fieldsOf, type PartnerFields } from '../partner-fields.ts'

interface PartnerEditorProps {
  client: Client
  partner: Partner | undefined
  onSaved: (partner: Partner) => void
}

/** Editor of a partner: name in all languages, role, logo and link. */
export const PartnerEditor = ({ client, partner, onSaved }: PartnerEditorProps) => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.partners.'>): string => intl.formatMessage({ id: `office.partners.${key}` })
  const save = useContentSave<PartnerContent, Partner>({
    create: (body, call) => client(createPartner, { body }, call),
    change: (id, body, call) => client(savePartner, { params: { id }, body }, call),
  })
  return (
    <ContentEditor<PartnerFields, Partner>
      client={client}
      kind="partner"
      item={partner}
      valuesOf={fieldsOf}
      valuesOfVersion={(content) => fieldsOf(content as unknown as Partner)}
      needed={[{ name: 'name', label: t('name') }]}
      save={(fields, before) => save(contentOf(fields), before)}
      load={(id) => client(readPartner, { params: { id } })}
      onSaved={onSaved}
    >
      {({ language }) => (
        <>
          <LocalizedItem name="name" label={t('name')} language={language} most={100} />
          <Form.Item name="role" label={t('role')}>
            <Radio.Group options={partnerRoles.map((role) => ({ value: role, label: t(`role.${role}`) }))} />
          </Form.Item>
          <Form.Item name="logo" label={t('logo')} extra={t('logoHelp')}>
            <UploadField purpose="picture" label={t('logo')} />
          </Form.Item>
          <Form.Item name="link" label={t('link')} extra={t('linkHelp')}>
            <Input autoComplete="off" maxLength={2_000} inputMode="url" />
          </Form.Item>
          <Form.Item name="visible" label={t('visible')} valuePropName="checked">
            <Switch />
          </Form.Item>
        </>
      )}
    </ContentEditor>
  )
}
