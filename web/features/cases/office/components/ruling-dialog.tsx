import { Alert, Checkbox, Form, Input, Modal, Radio, Space, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { caseLimits, type CaseEffect } from '@lectern/contract/cases/case-values.ts'
import { listCaseSheets, ruleCase, type CaseSheet, type OpenedCase } from '@lectern/contract/cases/case-office.ts'
import { maxNameLength, maxTitleLength } from '@lectern/contract/works/work-values.ts'
import type { Client } from '../../../../request/client.ts'
import { MomentField } from '../../../admin-ui/components/moment-field.tsx'
import { useCaseWords } from '../case-words.ts'

interface RulingDialogProps {
  client: Client
  contestCase: OpenedCase
  onRuled: (next: OpenedCase) => void
  onClose: () => void
}

interface Typed {
  isUpheld: boolean
  text: string
  effect: CaseEffect
  sheets?: string[]
  until?: string | null
  title?: string
  school?: string
  /** By account. */
  names?: Record<string, string | undefined>
}

type Corrected = Pick<Typed, 'title' | 'school' | 'names'>

const noSheets: string[] = []

const Sheets = ({
  client,
  id,
  value = noSheets,
  onChange,
}: {
  client: Client
  id: string
  value?: string[]
  onChange?: (ids: string[]) => void
}) => {
  const { t } = useCaseWords()
  const [sheets, setSheets] = useState<readonly CaseSheet[]>()
  useEffect(() => {
    let isCurrent = true
    client(listCaseSheets, { params: { id } }).then(
      ({ list }) => isCurrent && setSheets(list),
      () => isCurrent && setSheets([]),
    )
    return () => {
      isCurrent = false
    }
  }, [client, id])
  if (!sheets) return <Spin />
  if (sheets.length === 0) return <p>{t('rule.noSheets')}</p>
  return (
    <Checkbox.Group
      value={value}
      onChange={(ids) => onChange?.(ids)}
      options={sheets.map(({ assignment, round, number, total }) => ({
        value: assignment,
        label: t('rule.sheet', { round, number, total: total === null ? '–' : total / 100 }),
      }))}
      style={{ display: 'grid', gap: 4 }}
    />
  )
}

/** What was typed; empty fields stay as they are. */
const correctionOf = ({ title, school, names = {} }: Corrected) => {
  const corrected = Object.entries(names).flatMap(([uid, name]) => (name?.trim() ? [{ uid, name: name.trim() }] : []))
  return {
    ...(title?.trim() && { title: title.trim() }),
    ...(school?.trim() && { school: school.trim() }),
    ...(corrected.length > 0 && { names: corrected }),
  }
}

const effectOf = ({ isUpheld, effect, sheets = [], until, ...corrected }: Typed) => {
  if (!isUpheld || effect === 'none') return { kind: 'none' as const }
  if (effect === 'rescore') return { kind: effect, sheets, until: until ?? '' }
  return effect === 'correct' ? { kind: effect, correction: correctionOf(corrected) } : { kind: effect }
}

/** What is put right in the list. Empty fields stay as they are. */
const Correction = ({ work }: Pick<OpenedCase, 'work'>) => {
  const { t, intl } = useCaseWords()
  const form = Form.useFormInstance<Typed>()
  return (
    <>
      <p>{t('rule.unchanged')}</p>
      <Form.Item
        name="title"
        label={t('rule.title')}
        rules={[
          {
            validator: async () => {
              if (Object.keys(correctionOf(form.getFieldsValue(true) as Typed)).length === 0)
                throw new Error(t('rule.correctionMissing'))
            },
          },
        ]}
      >
        <Input maxLength={maxTitleLength} placeholder={work?.title} />
      </Form.Item>
      <Form.Item name="school" label={t('rule.school')}>
        <Input maxLength={100} />
      </Form.Item>
      {work?.people.map(({ uid, role, name }) => (
        <Form.Item
          key={uid}
          name={['names', uid]}
          label={t('rule.name', { name, role: intl.formatMessage({ id: `office.teams.role.${role}` }) })}
        >
          <Input maxLength={maxNameLength} placeholder={name} />
        </Form.Item>
      ))}
    </>
  )
}

/** The ruling, with what follows from it. */
export const RulingDialog = ({ client, contestCase, onRuled, onClose }: RulingDialogProps) => {
  const { t, intl } = useCaseWords()
  const [form] = Form.useForm<Typed>()
  const [isOpen, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const isUpheld = Form.useWatch('isUpheld', form)
  const effect = Form.useWatch('effect', form)
  const { id, version, effects } = contestCase
  const send = async (typed: Typed): Promise<void> => {
    setBusy(true)
    try {
      const body = { version, isUpheld: typed.isUpheld, text: typed.text.trim(), effect: effectOf(typed) }
      onRuled(await client(ruleCase, { params: { id }, body }, { inPlaceSignIn: true }))
      setOpen(false)
    } catch {
      // The request has shown the reason.
    }
    setBusy(false)
  }
  return (
    <Modal
      open={isOpen}
      title={t('rule')}
      okText={t('rule.do')}
      okButtonProps={{ loading: busy }}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      width={640}
    >
      <Form
        form={form}
        // Other forms of the page have fields of the same names.
        name="ruling"
        layout="vertical"
        requiredMark={false}
        initialValues={{ effect: 'none' }}
        onFinish={(typed) => void send(typed)}
      >
        <Form.Item
          name="isUpheld"
          label={t('rule.outcome')}
          rules={[{ required: true, message: t('rule.outcomeMissing') }]}
        >
          <Radio.Group
            options={[
              { value: true, label: t('rule.uphold') },
              { value: false, label: t('rule.dismiss') },
            ]}
          />
        </Form.Item>
        <Form.Item
          name="text"
          label={t('rule.text')}
          extra={t('rule.textHelp')}
          rules={[{ required: true, whitespace: true, message: t('rule.textMissing') }]}
        >
          <Input.TextArea rows={6} maxLength={caseLimits.ruling} showCount />
        </Form.Item>
        {isUpheld && (
          <Form.Item name="effect" label={t('rule.effect')} extra={t('rule.effectHelp')}>
            <Radio.Group>
              <Space orientation="vertical">
                {effects.map(({ effect: one, refusal }) => (
                  <Radio key={one} value={one} disabled={refusal !== null}>
                    {intl.formatMessage({ id: `case.effect.${one}` })}
                    {refusal !== null && <small> – {refusal}</small>}
                  </Radio>
                ))}
              </Space>
            </Radio.Group>
          </Form.Item>
        )}
        {isUpheld && effect === 'rescore' && (
          <>
            <Form.Item
              name="sheets"
              label={t('rule.sheets')}
              rules={[{ required: true, message: t('rule.sheetsMissing') }]}
            >
              <Sheets client={client} id={id} />
            </Form.Item>
            <Form.Item
              name="until"
              label={t('rule.until')}
              rules={[{ required: true, message: t('rule.untilMissing') }]}
            >
              <MomentField />
            </Form.Item>
            <Alert type="info" showIcon title={t('rule.rescoreHelp')} />
          </>
        )}
        {isUpheld && effect === 'correct' && <Correction work={contestCase.work} />}
      </Form>
    </Modal>
  )
}
