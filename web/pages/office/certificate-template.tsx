import { App, Button, Card, Form, Modal, Select, Space } from 'antd'
import { useState } from 'react'
import {
  createTemplate,
  deleteTemplate,
  listTemplates,
  readTemplate,
  type CertificateTemplate,
  type ListedTemplate,
} from '@lectern/contract/certificates/certificate-office.ts'
import type { CertificateTemplateId } from '@lectern/contract/ids.ts'
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
import { withoutBlanks } from '../../features/admin-ui/without-blanks.ts'
import { formCall, useOfficeForm } from '../../features/admin-ui/use-office-form.ts'
import { useCertificateWords } from '../../features/certificates/office/certificate-words.ts'
import { TemplateEditor } from '../../features/certificates/office/components/template-editor.tsx'
import { TemplatePicture } from '../../features/certificates/office/components/template-picture.tsx'
import type { Client } from '../../request/client.ts'
import { createKeys } from '../../request/idempotency-key.ts'
import { go } from '../../router/history.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'

interface Copy {
  copyOf: CertificateTemplateId
  name: LocalizedText
}

const path = '/Admin/Certificate/Template'
const quietly = { skipErrorHandler: true }

/** With an id in the address: that template. */
export const loader = async ({ query, client }: LoaderInput) => {
  const id = query.get('id')
  return id
    ? { template: await client(readTemplate, { params: { id } }, quietly) }
    : { templates: (await client(listTemplates, { query: { pageSize: '100' } }, quietly)).list }
}

/** A new template begins as a copy of another one: of this, or of one that is chosen. */
const CopyDialog = ({
  client,
  template,
  templates,
  onCopied,
  onClose,
}: {
  client: Client
  template: ListedTemplate | undefined
  templates: readonly ListedTemplate[]
  onCopied: (copy: CertificateTemplate) => void
  onClose: () => void
}) => {
  const { t, intl } = useCertificateWords()
  const [form] = Form.useForm<Copy>()
  const office = useOfficeForm(form)
  const [keyOf] = useState(createKeys)
  const [language, setLanguage] = useState(intl.locale)
  const [isOpen, setOpen] = useState(true)
  const send = ({ copyOf, name }: Copy): void => {
    const body = { copyOf: template?.id ?? copyOf, name: withoutBlanks(name) }
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
      title={template ? t('template.copy.title', { name: template.name }) : t('template.new')}
      okText={t(template ? 'template.copy' : 'template.create')}
      confirmLoading={office.busy}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <Form form={form} name="template" layout="vertical" requiredMark={false} onFinish={send}>
        <ProblemSummary form={office} />
        {!template && (
          <Form.Item name="copyOf" label={t('template.from')} initialValue={templates[0]?.id}>
            <Select
              options={templates.map(({ id, kind, name }) => ({ value: id, label: `${t(`kind.${kind}`)} · ${name}` }))}
            />
          </Form.Item>
        )}
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
  const [dialog, setDialog] = useState<
    { step: 'new'; template: undefined } | { step: 'copy' | 'delete'; template: ListedTemplate }
  >()
  const close = (): void => setDialog(undefined)
  return (
    <OfficeFrame
      title={t('templates')}
      actions={
        <Space wrap>
          <BackLink to="/Admin/Certificate" label="menu.certificatesOffice" />
          <Button type="primary" aria-haspopup="dialog" onClick={() => setDialog({ step: 'new', template: undefined })}>
            {t('template.new')}
          </Button>
        </Space>
      }
    >
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
                  { key: 'copy', label: t('template.copy'), onClick: () => setDialog({ step: 'copy', template }) },
                  {
                    key: 'delete',
                    label: t('template.delete'),
                    danger: true,
                    why: template.certificates > 0 ? t('template.used') : undefined,
                    onClick: () => setDialog({ step: 'delete', template }),
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
      {(dialog?.step === 'copy' || dialog?.step === 'new') && (
        <CopyDialog
          client={client}
          template={dialog.template}
          templates={templates}
          onCopied={({ id }) => void go(router, `${path}?id=${id}`)}
          onClose={close}
        />
      )}
      {dialog?.step === 'delete' && (
        <ConfirmDelete
          name={dialog.template.name}
          onDelete={async () => {
            const query = { version: String(dialog.template.version) }
            await client(deleteTemplate, { params: { id: dialog.template.id }, query }, { inPlaceSignIn: true })
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
