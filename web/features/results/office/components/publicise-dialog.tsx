import { Form, Modal } from 'antd'
import { useState } from 'react'
import type { ResultList } from '@lectern/contract/results/results.ts'
import { acknowledgement, LeftOutQuestion } from '../../../admin-ui/components/left-out-question.tsx'
import { MomentTextField } from '../../../admin-ui/components/moment-text-field.tsx'
import { parseMoment, momentText } from '../../../admin-ui/moment-text.ts'
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
  const [ends, setEnds] = useState(true)
  const { timeZone, rules, phase, leavesOut } = list
  const [suggested] = useState(() =>
    momentText(list.publicityEnd ?? publicityEnd(Date.now(), rules.publicityDays), timeZone),
  )
  const format = (value: string): string => intl.formatMoment(value, 'moment', timeZone)
  const help =
    phase && list.publicityEnd
      ? t('until.phase', { from: format(phase.opensAt), until: format(phase.closesAt) })
      : t('until.help', { days: rules.publicityDays })
  const send = ({ until }: { until: string }): Promise<void> =>
    office.send(async () => {
      const details = acknowledgement(leavesOut, ends)
      await onTake('publicise', { until: parseMoment(until, timeZone) ?? until, ...details })
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
          extra={help}
          rules={[
            {
              validator: (_, text: string) =>
                parseMoment(text, timeZone) ? Promise.resolve() : Promise.reject(new Error(t('momentNeeded'))),
            },
          ]}
        >
          <MomentTextField timeZone={timeZone} />
        </Form.Item>
      </Form>
      <p style={{ margin: 0 }}>
        {t('shownColumns', { columns: intl.formatList(rules.publicColumns.map((column) => t(`column.${column}`))) })}
      </p>
      {leavesOut && <LeftOutQuestion leavesOut={leavesOut} ends={ends} onChange={setEnds} />}
    </Modal>
  )
}
