import { App, Card, Form, Modal, Space } from 'antd'
import { useState } from 'react'
import type { CertificateTemplate, ListedTemplate } from '@lectern/contract/certificate-office.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { BackLink } from '../../features/admin-ui/components/back-link.tsx'
import { ConfirmDelete } from '../../features/admin-ui/components/confirm-delete.tsx'
import { LanguageBar } from '../../features/admin-ui/components/language-bar.tsx'
import { LinkButton } from '../../features/admin-ui/components/link-button.tsx'
import { LocalizedItem } from '../../features/admin-ui/components/localized-item.tsx'
import { ProblemSummary } from '../../features/admin-ui/components/problem-summary.tsx'
import { RowActions } from '../../features/admin-ui/components/row-actions.tsx'
import { filled } from '../../features/admin-ui/filled.ts'
import { formCall, useOfficeForm } from '../../features/admin-ui/use-office-form.ts'
import { createTemplate, deleteTemplate, listTemplates, readTemplate } from '../../features/certificates/office/api.ts'
import { useCertificateWords } from '../../features/certificates/office/certificate-words.ts'
import { TemplateEditor } from '../../features/certificates/office/components/template-editor.tsx'
import { TemplatePicture } from '../../features/certificates/office/components/template-picture.tsx'
import type { Client } from '../../request/client.ts'
import { createKeys } from '../../request/idempotency-key.ts'
import { go } from '../../router/history.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'

const path = '/Admin/Certificate/Template'
const quietly = { skipErrorHandler: true }

/** With an id in the address: that template. */
export const loader = async ({ query, client }: LoaderInput) => {
  const id = query.get('id')
  return id
    ? { template: await client(readTemplate, { params: { id } }, quietly) }
    : { templates: (await client(listTemplates, { query: { pageSize: '100' } }, quietly)).list }
}

const CopyDialog = ({
  client,
  template,
  onCopied,
  onClose,
}: {
  client: Client
  template: ListedTemplate
  onCopied: (copy: CertificateTemplate) => void
  onClose: () => void
}) => {
  const { t, intl } = useCertificateWords()
  const [form] = Form.useForm<{ name: LocalizedText }>()
  const office = useOfficeForm(form)
  const [keyOf] = useState(createKeys)
  const [language, setLanguage] = useState(intl.locale)
  const [isOpen, setOpen] = useState(true)
  const send = ({ name }: { name: LocalizedText }): void => {
    const body = { copyOf: template.id, name: filled(name) }
    void office.send(async () => {
      const headers = { 'Idempotency-Key': keyOf(body) }
      const copy = await client(createTemplate, { body }, { ...formCall, headers })
      setOpen(false)
      onCopied(copy)
    })
  }
  return (
    <Modal
      open={isOpen}
      title={t('template.copy.title', { name: template.name })}
      okText={t('template.copy')}
      confirmLoading={office.busy}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <Form form={form} name="template" layout="vertical" requiredMark={false} onFinish={send}>
        <ProblemSummary form={office} />
        <LanguageBar value={language} onChange={setLanguage} />
        <LocalizedItem name="name" label={t('design.name')} language={language} most={100} />
      </Form>
    </Modal>
  )
}

const TemplateList = ({ templates }: { templates: readonly ListedTemplate[] }) => {
  const { t } = useCertificateWords()
  const { message } = App.useApp()
  const client = useClient()
  const router = useRouter()
  const [asked, setAsked] = useState<{ step: 'copy' | 'delete'; template: ListedTemplate }>()
  const close = (): void => setAsked(undefined)
  return (
    <OfficeFrame title={t('templates')} actions={<BackLink to="/Admin/Certificate" label="menu.certificatesOffice" />}>
      <p style={{ marginBottom: 16 }}>{t('template.help')}</p>
      <div
        style={{ display: 'grid', gap: 16, gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))' }}
      >
        {templates.map((template) => (
          <Card
            key={template.id}
            title={<Link to={`${path}?id=${template.id}`}>{template.name}</Link>}
            extra={
              <RowActions
                name={template.name}
                actions={[
                  { key: 'copy', label: t('template.copy'), onClick: () => setAsked({ step: 'copy', template }) },
                  {
                    key: 'delete',
                    label: t('template.delete'),
                    danger: true,
                    why: template.certificates > 0 ? t('template.used') : undefined,
                    onClick: () => setAsked({ step: 'delete', template }),
                  },
                ]}
              />
            }
          >
            <TemplatePicture client={client} template={template} />
            <Space orientation="vertical" size={12}>
              <span style={{ color: 'var(--ink-2)' }}>
                {[
                  t(`kind.${template.kind}`),
                  `${template.page.size} ${t(`design.orientation.${template.page.orientation}`)}`,
                  t('template.certificates', { count: template.certificates }),
                ].join(' · ')}
              </span>
              <LinkButton to={`${path}?id=${template.id}`} label={t('template.editOf', { name: template.name })}>
                {t('template.edit')}
              </LinkButton>
            </Space>
          </Card>
        ))}
      </div>
      {asked?.step === 'copy' && (
        <CopyDialog
          client={client}
          template={asked.template}
          onCopied={({ id }) => void go(router, `${path}?id=${id}`)}
          onClose={close}
        />
      )}
      {asked?.step === 'delete' && (
        <ConfirmDelete
          name={asked.template.name}
          onDelete={async () => {
            const query = { version: String(asked.template.version) }
            await client(deleteTemplate, { params: { id: asked.template.id }, query }, { inPlaceSignIn: true })
            void message.success(t('template.deleted'))
            void router.reload()
          }}
          onClose={close}
        />
      )}
    </OfficeFrame>
  )
}

const TemplateDesk = ({ template: loaded }: { template: CertificateTemplate }) => {
  const { intl } = useCertificateWords()
  const client = useClient()
  const [template, setTemplate] = useState(loaded)
  return (
    <OfficeFrame
      title={localize(template.source.name, intl.locale).text}
      actions={<BackLink to={path} label="menu.certificateTemplates" />}
    >
      <TemplateEditor client={client} template={loaded} onSaved={setTemplate} />
    </OfficeFrame>
  )
}

export default function CertificateTemplates() {
  const data = useData<typeof loader>()
  return data.template ? (
    <TemplateDesk key={data.template.id} template={data.template} />
  ) : (
    <TemplateList templates={data.templates} />
  )
}
