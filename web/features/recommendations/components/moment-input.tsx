import type { ReactNode } from 'react'
import styles from '../../../ui/form/control.module.css'
import { FieldFrame, useField } from '../../../ui/form/field-frame.tsx'
import { wallTimeOf } from '../../../ui/wall-time.ts'

interface MomentInputProps {
  name: string
  label: ReactNode
  hint?: ReactNode
  /** A moment of the server. */
  value?: string | null | undefined
  timeZone: string
  required?: boolean
  /** Shown if it is empty. */
  missing?: string
}

/** Date and time in the zone of the contest, typed or chosen; the form gets the local time. */
export const MomentInput = (props: MomentInputProps) => {
  const { name, label, hint, value, timeZone, required = false, missing } = props
  const { id, messages, aria } = useField({ name, hint, required, ...(missing !== undefined && { missing }) })
  return (
    <FieldFrame id={id} label={label} optional={!required} hint={hint} messages={messages}>
      <div className={styles.box}>
        <input
          {...aria}
          id={id}
          name={name}
          type="datetime-local"
          autoComplete="off"
          defaultValue={wallTimeOf(value, timeZone)}
        />
      </div>
    </FieldFrame>
  )
}
