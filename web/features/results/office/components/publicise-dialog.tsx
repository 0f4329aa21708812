import { Form, Modal } from 'antd'
import { useState } from 'react'
import type { ResultList } from '@lectern/contract/results.ts'
import { TypedMomentField } from '../../../admin-ui/components/typed-moment-field.tsx'
import { momentTyped, typedOf } from '../../../admin-ui/typed-moment.ts'
import { useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { publicityEnd } from '../publicity-end.ts'
import { useResultWords } from '../result-words.ts'
import type { StepDetails } from './list-steps.tsx'

interface PubliciseDialogProps {
  list: ResultList
  /** Throws if it was refused: the dialog stays open with what was typed. */
  onTake: (step: 'publicise', details: StepDetails) => Promise<void>
  onClose: () => void
}

/** Until when a list is on public notice, and what visitors will see. */
export const PubliciseDialog = ({ list, onTake, onClose }: PubliciseDialogProps) => {
  const { t, intl } = useResultWords()
  const [form] = Form.useForm<{ until: string }>()
  const [isOpen, setOpen] = useState(true)
  const office = useOfficeForm(form)
  const { timeZone, rules } = list
  const [suggested] = useState(() => typedOf(publicityEnd(Date.now(), rules.publicityDays), timeZone))
  const send = ({ until }: { until: string }): Promise<void> =>
    office.send(async () => {
      await onTake('publicise', { until: momentTyped(until, timeZone) ?? until })
      setOpen(false)
    })
  return (
    <Modal
      open={isOpen}
      title={t('ask.publicise')}
      okText={t('do.publicise')}
      okButtonProps={{ loading: office.busy }}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <p style={{ marginBottom: 16 }}>{t('help.publicise')}</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ until: suggested }}
        onFinish={(typed) => void send(typed)}
      >
        <Form.Item
          name="until"
          label={t('until')}
          extra={t('until.help', { days: rules.publicityDays })}
          rules={[
            {
              validator: (_, text: string) =>
                momentTyped(text, timeZone) ? Promise.resolve() : Promise.reject(new Error(t('momentNeeded'))),
            },
          ]}
        >
          <TypedMomentField timeZone={timeZone} />
        </Form.Item>
      </Form>
      <p style={{ margin: 0 }}>
        {t('shownColumns', { columns: intl.formatList(rules.publicColumns.map((column) => t(`column.${column}`))) })}
      </p>
    </Modal>
  )
}
