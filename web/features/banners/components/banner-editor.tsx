import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Form, Input, Switch } from 'antd'
import {
  saveBanner,
  createBanner,
  readBanner,
  type Banner,
  type BannerContent,
} from '@lectern/contract/banners/banners.ts'
import type { Client } from '../../../request/client.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { UploadField } from '../../files/components/upload-field.tsx'
import { ContentEditor } from '../../admin-ui/components/content-editor.tsx'
import { LocalizedItem } from '../../admin-ui/components/localized-item.tsx'
import { MomentField } from '../../admin-ui/components/moment-field.tsx'
import { useZoned } from '../../../ui/moment.tsx'
import { useContentSave } from '../../admin-ui/use-content-save.ts'
import { contentOf, fieldsOf, type BannerFields } from '../banner-fields.ts'
import { BannerPreview } from './banner-preview.tsx'

interface BannerEditorProps {
  client: Client
  banner: Banner | undefined
  onSaved: (banner: Banner) => void
}

/** Editor of a banner: texts in all languages, two pictures, and when it is visible. */
export const BannerEditor = ({ client, banner, onSaved }: BannerEditorProps) => {
  const intl = useIntl()
  const zoned = useZoned()
  const t = (key: IdAfter<'office.banners.'>): string => intl.formatMessage({ id: `office.banners.${key}` })
  const save = useContentSave<BannerContent, Banner>({
    create: (body, call) => client(createBanner, { body }, call),
    change: (id, body, call) => client(saveBanner, { params: { id }, body }, call),
  })
  return (
    <ContentEditor<BannerFields, Banner>
      client={client}
      kind="banner"
      item={banner}
      valuesOf={fieldsOf}
      valuesOfVersion={(content) => fieldsOf(content as unknown as Banner)}
      needed={[
        ...(['title', 'alt'] as const).map((name) => ({ name, label: t(name) })),
        ...(['wide', 'narrow'] as const).map((name) => ({ name, label: t(name), isFile: true })),
      ]}
      save={(fields, before) => save(contentOf(fields), before)}
      load={(id) => client(readBanner, { params: { id } })}
      onSaved={onSaved}
      renderAside={({ values, language }) => <BannerPreview client={client} values={values} language={language} />}
    >
      {({ language }) => (
        <>
          <LocalizedItem name="title" label={t('title')} language={language} most={100} />
          <LocalizedItem name="alt" label={t('alt')} language={language} most={200} help={t('altHelp')} />
          <Form.Item name="wide" label={t('wide')} extra={t('wideHelp')}>
            <UploadField purpose="picture" label={t('wide')} />
          </Form.Item>
          <Form.Item name="narrow" label={t('narrow')} extra={t('narrowHelp')}>
            <UploadField purpose="picture" label={t('narrow')} />
          </Form.Item>
          <Form.Item name="link" label={t('link')} extra={t('linkHelp')}>
            <Input autoComplete="off" maxLength={2_000} inputMode="url" />
          </Form.Item>
          <Form.Item name="opensAt" label={zoned(t('opensAt'))} extra={t('opensAtHelp')}>
            <MomentField />
          </Form.Item>
          <Form.Item name="closesAt" label={zoned(t('closesAt'))} extra={t('closesAtHelp')}>
            <MomentField />
          </Form.Item>
          <Form.Item name="visible" label={t('visible')} valuePropName="checked">
            <Switch />
          </Form.Item>
        </>
      )}
    </ContentEditor>
  )
}
