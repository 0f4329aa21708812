import { reopenSheet } from '@lectern/contract/review/review-board.ts'
import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import type { AssignmentId } from '@lectern/contract/ids.ts'
import { maxReasonLength } from '@lectern/contract/review/review-values.ts'
import type { Round } from '@lectern/contract/rounds/rounds.ts'
import type { Client } from '../../../../request/client.ts'
import { MomentTextField } from '../../../admin-ui/components/moment-text-field.tsx'
import { parseMoment } from '../../../admin-ui/moment-text.ts'
import { useScoringWords } from '../scoring-words.ts'

interface ReopenSheetProps {
  client: Client
  round: Round
  assignment: AssignmentId
  expert: string
  onReopened: () => void
  onClose: () => void
}

interface Fields {
  until: string
  reason: string
}

/** Lets one expert change one sheet until a time, with a reason that the expert reads. */
export const ReopenSheet = ({ client, round, assignment, expert, onReopened, onClose }: ReopenSheetProps) => {
  const { t } = useScoringWords()
  const [form] = Form.useForm<Fields>()
  const [isOpen, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const send = async ({ until, reason }: Fields): Promise<void> => {
    setBusy(true)
    try {
      const body = { until: parseMoment(until, round.timeZone)!, reason: reason.trim() }
      await client(reopenSheet, { params: { id: round.id, assignment }, body })
      onReopened()
      setOpen(false)
    } catch {
      // The request has shown the reason.
    }
    setBusy(false)
  }
  return (
    <Modal
      open={isOpen}
      title={t('reopen.title', { name: expert })}
      okText={t('reopen')}
      okButtonProps={{ loading: busy }}
      onOk={() => form.submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <p style={{ marginBottom: 16 }}>{t('reopen.help')}</p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void send(values)}>
        <Form.Item
          name="until"
          label={t('reopen.until')}
          rules={[
            {
              validator: (_, value: string | undefined) =>
                Date.parse(parseMoment(value ?? '', round.timeZone) ?? '') > Date.now()
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('reopen.untilNeeded'))),
            },
          ]}
        >
          <MomentTextField timeZone={round.timeZone} />
        </Form.Item>
        <Form.Item
          name="reason"
          label={t('reopen.reason')}
          rules={[{ required: true, whitespace: true, message: t('reopen.reasonNeeded') }]}
        >
          <Input.TextArea rows={3} maxLength={maxReasonLength} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
