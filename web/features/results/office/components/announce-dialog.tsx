import { Form, Modal, Radio } from 'antd'
import { useState } from 'react'
import type { ResultList } from '@lectern/contract/results.ts'
import { TypedMomentField } from '../../../admin-ui/components/typed-moment-field.tsx'
import { momentTyped } from '../../../admin-ui/typed-moment.ts'
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
  const { timeZone } = list
  const send = ({ when: chosen, at = '' }: Fields): Promise<void> =>
    office.send(async () => {
      await onTake('announce', chosen === 'now' ? {} : { at: momentTyped(at, timeZone) ?? at })
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
                  momentTyped(text ?? '', timeZone) ? Promise.resolve() : Promise.reject(new Error(t('momentNeeded'))),
              },
            ]}
          >
            <TypedMomentField timeZone={timeZone} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}
