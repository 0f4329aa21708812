import { App, Button, Form, InputNumber } from 'antd'
import { useState } from 'react'
import { officersLimits } from '@lectern/contract/institutions/institution-values.ts'
import { changeSettings, type readSettings } from '@lectern/contract/settings/office-settings.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { Client } from '../../../../request/client.ts'
import { ForOthers } from '../../../admin-ui/components/for-others.tsx'
import { useInstitutionWords } from '../institution-words.ts'

interface OfficerRulesProps {
  client: Client
  rules: Pick<AnswerOf<typeof readSettings>, 'officersPerInstitution' | 'whyNot'>
}

/** How many officers an institution may have. */
export const OfficerRules = ({ client, rules }: OfficerRulesProps) => {
  const { message } = App.useApp()
  const { t } = useInstitutionWords()
  const [busy, setBusy] = useState(false)
  const save = async (body: { officersPerInstitution: number }): Promise<void> => {
    setBusy(true)
    try {
      await client(changeSettings, { body }, { inPlaceSignIn: true })
      void message.success(t('saved'))
    } catch {
      // The request has shown the reason.
    }
    setBusy(false)
  }
  return (
    <>
      <ForOthers why={rules.whyNot} />
      <Form
        layout="inline"
        disabled={rules.whyNot !== null}
        requiredMark={false}
        initialValues={{ officersPerInstitution: rules.officersPerInstitution }}
        onFinish={(typed: { officersPerInstitution: number }) => void save(typed)}
      >
        <Form.Item name="officersPerInstitution" label={t('officer.most')} rules={[{ required: true }]}>
          <InputNumber min={officersLimits.min} max={officersLimits.max} precision={0} />
        </Form.Item>
        <Button htmlType="submit" loading={busy}>
          {t('save')}
        </Button>
      </Form>
    </>
  )
}
