import { App, Checkbox, Form, Input, InputNumber, Modal, Select } from 'antd'
import { useState } from 'react'
import { expertFields, type ExpertField } from '@lectern/contract/experts/expert-values.ts'
import type { InstitutionId, PanelId, RoundId } from '@lectern/contract/ids.ts'
import { maxWorksPerExpert } from '@lectern/contract/review/review-values.ts'
import { listReviewers, saveReviewer, type Panel, type Reviewer } from '@lectern/contract/rounds/reviewers.ts'
import { maxSearchLength } from '@lectern/contract/search/search-limits.ts'
import type { Client } from '../../../../request/client.ts'
import { OutdatedNotice } from '../../../admin-ui/components/outdated-notice.tsx'
import { ProblemSummary } from '../../../admin-ui/components/problem-summary.tsx'
import { formCall, useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { InstitutionInput } from '../../../institutions/office/components/institution-input.tsx'
import { useReviewerWords } from '../reviewer-words.ts'

interface Fields {
  institution: string
  institutionId: InstitutionId | undefined
  fields: ExpertField[]
  maxWorks: number | null
  panel: PanelId | undefined
  isChair: boolean
}

interface EditExpertProps {
  client: Client
  roundId: RoundId
  reviewer: Reviewer
  panels: readonly Panel[]
  onSaved: () => void
  onClose: () => void
}

/** What organisers know of an expert in a round. */
export const EditExpert = ({ client, roundId, reviewer, panels, onSaved, onClose }: EditExpertProps) => {
  const { t, field } = useReviewerWords()
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const office = useOfficeForm(form)
  const [isOpen, setOpen] = useState(true)
  const [version, setVersion] = useState(reviewer.version)
  const panel = Form.useWatch('panel', form)
  const institutionId = Form.useWatch('institutionId', form)
  /** The newer version becomes the base; what was typed here stays. */
  const catchUp = async (): Promise<void> => {
    const query = { search: reviewer.name.slice(0, maxSearchLength), pageSize: '100' }
    const { list } = await client(listReviewers, { params: { id: roundId }, query })
    setVersion(list.find(({ id }) => id === reviewer.id)?.version ?? version)
    office.catchUp()
  }
  const save = (typed: Fields): void => {
    void office.send(async () => {
      const body = {
        version,
        institution: typed.institution.trim(),
        institutionId: typed.institutionId ?? null,
        fields: typed.fields,
        maxWorks: typed.maxWorks ?? 0,
        panel: typed.panel ?? null,
        isChair: typed.panel !== undefined && typed.isChair,
      }
      const { found, ended } = await client(
        saveReviewer,
        { params: { id: roundId, reviewer: reviewer.id }, body },
        formCall,
      )
      void message.success(found > 0 ? t('savedFound', { count: found, ended }) : t('saved'))
      onSaved()
      setOpen(false)
    })
  }
  return (
    <Modal
      open={isOpen}
      title={t('edit.title', { name: reviewer.name })}
      okText={t('save')}
      okButtonProps={{ loading: office.busy }}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <Form
        form={form}
        name="expert"
        layout="vertical"
        requiredMark={false}
        initialValues={{
          institution: reviewer.institution,
          institutionId: reviewer.institutionId ?? undefined,
          fields: reviewer.fields,
          maxWorks: reviewer.maxWorks,
          panel: reviewer.panel ?? undefined,
          isChair: reviewer.isChair,
        }}
        onFinish={save}
      >
        {office.outdated && <OutdatedNotice onCatchUp={catchUp} />}
        <ProblemSummary form={office} />
        <Form.Item name="institution" label={t('institution')} extra={t('institution.help')}>
          <InstitutionInput
            client={client}
            kind="any"
            maxLength={100}
            chosenId={institutionId}
            onChoose={(id) => form.setFieldsValue({ institutionId: id })}
          />
        </Form.Item>
        <Form.Item name="institutionId" hidden>
          <Input />
        </Form.Item>
        <Form.Item name="fields" label={t('fields')}>
          <Select mode="multiple" options={expertFields.map((value) => ({ value, label: field(value) }))} />
        </Form.Item>
        <Form.Item name="maxWorks" label={t('maxWorks')} rules={[{ required: true, message: t('maxWorks.needed') }]}>
          <InputNumber min={1} max={maxWorksPerExpert} precision={0} />
        </Form.Item>
        {panels.length > 0 && (
          <>
            <Form.Item name="panel" label={t('panel')}>
              <Select
                allowClear
                placeholder={t('noPanel')}
                options={panels.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </Form.Item>
            <Form.Item name="isChair" valuePropName="checked" extra={t('chair.help')}>
              <Checkbox disabled={!panel}>{t('chair')}</Checkbox>
            </Form.Item>
          </>
        )}
      </Form>
    </Modal>
  )
}
