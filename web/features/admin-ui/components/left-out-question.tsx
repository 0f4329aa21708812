import type { LeftOut } from '@lectern/contract/works/left-out.ts'
import { leftOutCounts } from '@lectern/contract/works/left-out-values.ts'
import { Alert, Form, Radio } from 'antd'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import { useIntl } from '../../../ui/intl.tsx'

interface LeftOutQuestionProps {
  leavesOut: LeftOut
  /** Ends enrolment and submission now. */
  ends: boolean
  onChange: (ends: boolean) => void
}

/** What a step would leave out, and whether what still runs ends with it. */
export const LeftOutQuestion = ({ leavesOut, ends, onChange }: LeftOutQuestionProps) => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.leftOut.'>, values?: { count: number }): string =>
    intl.formatMessage({ id: `office.leftOut.${key}` }, values)
  const { running, timing, extended } = leavesOut
  const texts = [
    ...(timing ? [t(timing)] : []),
    ...running.map((kind) => t(`running.${kind}`)),
    ...leftOutCounts.filter((name) => leavesOut[name] > 0).map((name) => t(name, { count: leavesOut[name] })),
  ]
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={t('title')}
        description={
          <ul style={{ margin: 0, paddingInlineStart: 18 }}>
            {texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        }
        style={{ marginBlock: 16 }}
      />
      {running.length > 0 && (
        <Form.Item layout="vertical" label={t('choice')} extra={extended > 0 ? t('extensionsStay') : undefined}>
          <Radio.Group
            value={ends}
            onChange={({ target }) => onChange(target.value as boolean)}
            style={{ display: 'grid', gap: 8 }}
            options={[
              { value: true, label: t('ends') },
              { value: false, label: t('goesOn') },
            ]}
          />
        </Form.Item>
      )}
    </>
  )
}

/** How the step is sent. */
export const acknowledgement = (leavesOut: LeftOut | null, ends: boolean) => ({
  ...(leavesOut && { acknowledged: leavesOut }),
  ...(leavesOut && leavesOut.running.length > 0 && ends && { ends: true as const }),
})
