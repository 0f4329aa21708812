import { App, Button, Descriptions, Drawer, Form, Space } from 'antd'
import { useState, type ReactNode } from 'react'
import type { InstitutionState } from '@lectern/contract/institutions/institution-values.ts'
import { moveInstitution, saveInstitution, type Institution } from '@lectern/contract/institutions/institutions.ts'
import type { Client } from '../../../../request/client.ts'
import { useLeaveGuard } from '../../../../router/leave-guard.ts'
import { Link } from '../../../../router/link.tsx'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { institutionTones, useInstitutionWords } from '../institution-words.ts'
import { bodyOf, InstitutionFields, valuesOf, type InstitutionValues } from './institution-fields.tsx'
import { MergeDialog } from './merge-dialog.tsx'

interface InstitutionDrawerProps {
  client: Client
  institution: Institution
  provinces: readonly Institution[]
  onChanged: (institution?: Institution) => void
  onClose: () => void
  /** The officers. */
  children?: ReactNode
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section style={{ marginBlockStart: 24 }}>
    <h2 style={{ fontSize: 16, marginBlockEnd: 12 }}>{title}</h2>
    {children}
  </section>
)

/** Everything about an institution, with all actions. */
export const InstitutionDrawer = (props: InstitutionDrawerProps) => {
  const { client, institution, provinces, onChanged, onClose, children } = props
  const { message, modal } = App.useApp()
  const { t, kind, state, named } = useInstitutionWords()
  const [form] = Form.useForm<InstitutionValues>()
  const office = useOfficeForm(form)
  const [isOpen, setOpen] = useState(true)
  const [isMerging, setMerging] = useState(false)
  const hasUnsaved = (): boolean =>
    isOpen &&
    form.isFieldsTouched() &&
    JSON.stringify(bodyOf(form.getFieldsValue(true))) !== JSON.stringify(bodyOf(valuesOf(institution)))
  useLeaveGuard(hasUnsaved, t('discard'))
  const close = (): void => {
    if (!hasUnsaved()) return setOpen(false)
    modal.confirm({ title: t('discard'), okButtonProps: { danger: true }, onOk: () => setOpen(false) })
  }
  const params = { id: institution.id }
  const save = (values: InstitutionValues): Promise<void> =>
    office.send(async () => {
      const body = { ...bodyOf(values), version: institution.version }
      const saved = await client(saveInstitution, { params, body }, formCall)
      form.setFieldsValue(valuesOf(saved))
      void message.success(t('saved'))
      onChanged(saved)
    })
  const move = async (to: InstitutionState): Promise<void> => {
    try {
      onChanged(await client(moveInstitution, { params, body: { state: to, version: institution.version } }))
    } catch {
      // The request has shown the reason.
    }
  }
  const isMerged = institution.mergedInto !== null
  return (
    <Drawer
      open={isOpen}
      title={named(institution.name)}
      size="min(620px, 100vw)"
      onClose={close}
      // Unmounted only after closing, so that the focus returns first.
      afterOpenChange={(open) => !open && onClose()}
    >
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: 'kind', label: t('kind'), children: kind(institution.kind) },
          {
            key: 'state',
            label: t('state'),
            children: <StateTag tone={institutionTones[institution.state]}>{state(institution.state)}</StateTag>,
          },
          { key: 'people', label: t('people'), children: institution.people },
          { key: 'teams', label: t('teams'), children: institution.teams },
        ]}
      />
      <Link to={`/Admin/Audit?subjectKind=institution&subjectId=${institution.id}`}>{t('log')}</Link>
      {!isMerged && (
        <>
          <Part title={t('facts')}>
            <Form
              form={form}
              name="institution"
              layout="vertical"
              initialValues={valuesOf(institution)}
              disabled={office.busy}
              onFinish={(values) => void save(values)}
            >
              <ProblemSummary form={office} />
              <InstitutionFields kind={institution.kind} provinces={provinces} />
              <Button type="primary" htmlType="submit" loading={office.busy}>
                {t('save')}
              </Button>
            </Form>
          </Part>
          {children && <Part title={t('officers')}>{children}</Part>}
          <Part title={t('more')}>
            <Space wrap>
              {institution.state === 'unverified' && (
                <Button onClick={() => void move('verified')}>{t('do.verified')}</Button>
              )}
              {institution.state === 'closed' ? (
                <Button onClick={() => void move('verified')}>{t('do.reopen')}</Button>
              ) : (
                <>
                  <Button onClick={() => setMerging(true)}>{t('merge')}</Button>
                  <Button danger onClick={() => void move('closed')}>
                    {t('do.closed')}
                  </Button>
                </>
              )}
            </Space>
          </Part>
        </>
      )}
      {isMerging && (
        <MergeDialog
          client={client}
          institution={institution}
          onMerged={() => {
            onChanged()
            setOpen(false)
          }}
          onClose={() => setMerging(false)}
        />
      )}
    </Drawer>
  )
}
