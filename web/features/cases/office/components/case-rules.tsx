import { App, Button, Card, Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { retentionLimits } from '@lectern/contract/cases/case-values.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { changeSettings, type readSettings } from '@lectern/contract/settings/office-settings.ts'
import type { Client } from '../../../../request/client.ts'
import { ForOthers } from '../../../admin-ui/components/for-others.tsx'
import { useCaseWords } from '../case-words.ts'

interface CaseRulesProps {
  client: Client
  rules: Pick<AnswerOf<typeof readSettings>, 'holidays' | 'caseRetentionDays' | 'whyNot'>
  onChanged: () => Promise<unknown>
}

interface Typed {
  holidays: string
  caseRetentionDays: number
}

const dayForm = /^\d{4}-\d{2}-\d{2}$/

const daysIn = (text: string): string[] => text.split(/[\s,，、;；]+/).filter((day) => day !== '')

const isDay = (day: string): boolean => dayForm.test(day) && !Number.isNaN(Date.parse(day))

/** Holidays, which working-day deadlines skip, and how long it is kept who objected. */
export const CaseRules = ({ client, rules, onChanged }: CaseRulesProps) => {
  const { t } = useCaseWords()
  const { message: toast } = App.useApp()
  const [form] = Form.useForm<Typed>()
  const [busy, setBusy] = useState(false)
  const save = async ({ holidays, caseRetentionDays }: Typed): Promise<void> => {
    setBusy(true)
    try {
      const body = { holidays: daysIn(holidays), caseRetentionDays }
      const saved = await client(changeSettings, { body }, { inPlaceSignIn: true })
      form.setFieldsValue({ holidays: saved.holidays.join('\n') })
      void toast.success(t('done'))
      await onChanged()
    } catch {
      // The request has shown the reason.
    }
    setBusy(false)
  }
  return (
    <Card size="small" title={t('rules')}>
      <ForOthers why={rules.whyNot} />
      <Form
        form={form}
        layout="vertical"
        disabled={rules.whyNot !== null}
        requiredMark={false}
        initialValues={{ holidays: rules.holidays.join('\n'), caseRetentionDays: rules.caseRetentionDays }}
        onFinish={(typed) => void save(typed)}
        style={{ maxWidth: '36rem' }}
      >
        <Form.Item
          name="holidays"
          label={t('rules.holidays')}
          extra={t('rules.holidaysHelp')}
          rules={[
            {
              validator: async (_, text: string) => {
                const wrong = daysIn(text).find((day) => !isDay(day))
                if (wrong !== undefined) throw new Error(t('rules.noDay', { day: wrong }))
              },
            },
          ]}
        >
          <Input.TextArea rows={5} />
        </Form.Item>
        <Form.Item
          name="caseRetentionDays"
          label={t('rules.retention')}
          extra={t('rules.retentionHelp', retentionLimits)}
          rules={[
            { required: true, type: 'integer', ...retentionLimits, message: t('rules.retentionHelp', retentionLimits) },
          ]}
        >
          <InputNumber min={retentionLimits.min} max={retentionLimits.max} precision={0} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('rules.save')}
        </Button>
      </Form>
    </Card>
  )
}
