import { Typography } from 'antd'
import { useState } from 'react'
import { useIntl } from '../../../../ui/intl.tsx'
import { MomentField } from '../../../admin-ui/components/moment-field.tsx'
import type { PublishCheck } from '../publish-check.ts'
import { PublishChecklist } from './publish-checklist.tsx'

interface ScheduleQuestionProps {
  checks: readonly PublishCheck[]
  initial: string | null
  /** Error message for the time. */
  problem: string | undefined
  onChange: (when: string | null) => void
}

/** Asks when to publish an activity, beside its checklist. */
export const ScheduleQuestion = ({ checks, initial, problem, onChange }: ScheduleQuestionProps) => {
  const intl = useIntl()
  const [when, setWhen] = useState(initial)
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <PublishChecklist checks={checks} />
      <label>
        {intl.formatMessage({ id: 'office.publishing.when' })}
        <MomentField
          value={when}
          onChange={(next) => {
            setWhen(next)
            onChange(next)
          }}
        />
      </label>
      {problem && (
        <Typography.Text type="danger" role="alert">
          {problem}
        </Typography.Text>
      )}
    </div>
  )
}
