import { Form, Modal, Radio } from 'antd'
import { useState } from 'react'
import { timingOf } from '@lectern/contract/competition/timing.ts'
import { isNothing, nothingLeftOut } from '@lectern/contract/works/left-out-values.ts'
import type { ResultList } from '@lectern/contract/results/results.ts'
import { acknowledgement, LeftOutQuestion } from '../../../admin-ui/components/left-out-question.tsx'
import { MomentTextField } from '../../../admin-ui/components/moment-text-field.tsx'
import { parseMoment } from '../../../admin-ui/moment-text.ts'
import { useOfficeForm } from '../../../admin-ui/use-office-form.ts'
import { useResultWords } from '../result-words.ts'
import type { StepDetails } from './list-steps.tsx'

interface Fields {
  when: 'now' | 'later'
  at?: string
}

interface AnnounceDialogProps {
  list: ResultList
  /** Throws if it was refused: the dialog stays open with what was typed. */
  onTake: (step: 'announce', details: StepDetails) => Promise<void>
  onClose: () => void
}

/** Announces final results at once, or at a set time. */
export const AnnounceDialog = ({ list, onTake, onClose }: AnnounceDialogProps) => {
  const { t } = useResultWords()
  const [form] = Form.useForm<Fields>()
  const when = Form.useWatch('when', form) ?? 'now'
  const [isOpen, setOpen] = useState(true)
  const office = useOfficeForm(form)
  const [ends, setEnds] = useState(true)
  const { timeZone, phase } = list
  const typedAt = Form.useWatch('at', form)
  const moment = when === 'later' ? parseMoment(typedAt ?? '', timeZone) : undefined
  const window = phase && { opensAt: new Date(phase.opensAt), closesAt: new Date(phase.closesAt) }
  // It is early or late at the time of the announcement, which may not be now.
  const left = { ...(list.leavesOut ?? nothingLeftOut), ...(moment && { timing: timingOf(window, new Date(moment)) }) }
  const leavesOut = isNothing(left) ? null : left
  const send = ({ when: chosen, at = '' }: Fields): Promise<void> =>
    office.send(async () => {
      const time = chosen === 'now' ? {} : { at: parseMoment(at, timeZone) ?? at }
      await onTake('announce', { ...time, ...acknowledgement(leavesOut, ends) })
      setOpen(false)
    })
  return (
    <Modal
      open={isOpen}
      title={t('ask.announce')}
      okText={t(when === 'now' ? 'do.announce' : 'do.schedule')}
      okButtonProps={{ loading: office.busy }}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <p style={{ marginBottom: 16 }}>{t('help.announce')}</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ when: 'now' }}
        onFinish={(typed) => void send(typed)}
      >
        <Form.Item name="when" label={t('when')}>
          <Radio.Group
            options={[
              { value: 'now', label: t('when.now') },
              { value: 'later', label: t('when.later') },
            ]}
          />
        </Form.Item>
        {when === 'later' && (
          <Form.Item
            name="at"
            label={t('at')}
            extra={t('at.help')}
            rules={[
              {
                validator: (_, text: string | undefined) =>
                  parseMoment(text ?? '', timeZone) ? Promise.resolve() : Promise.reject(new Error(t('momentNeeded'))),
              },
            ]}
          >
            <MomentTextField timeZone={timeZone} />
          </Form.Item>
        )}
      </Form>
      {leavesOut && <LeftOutQuestion leavesOut={leavesOut} ends={ends} onChange={setEnds} />}
    </Modal>
  )
}
