import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { ChevronIcon } from '../icons.tsx'
import styles from './control.module.css'
import { FieldFrame, useField, type FieldTexts } from './field-frame.tsx'

interface SelectFieldProps extends FieldTexts {
  label: ReactNode
  autoComplete: HTMLInputAutoCompleteAttribute
  options: readonly { value: string; label: string; disabled?: boolean | undefined }[]
  /** Text of an empty first option; without it, something is always selected. */
  empty?: string | undefined
  defaultValue?: string | undefined
  onValue?: ((value: string) => void) | undefined
}

/** A native select. */
export const SelectField = (props: SelectFieldProps) => {
  const { name, label, hint, required = false, autoComplete, options, empty, defaultValue, onValue } = props
  const { id, messages, aria } = useField(props)
  return (
    <FieldFrame id={id} label={label} optional={!required && empty !== undefined} hint={hint} messages={messages}>
      <div className={styles.box}>
        <select
          {...aria}
          id={id}
          name={name}
          autoComplete={autoComplete}
          defaultValue={defaultValue}
          {...(onValue && { onChange: (event) => onValue(event.currentTarget.value) })}
        >
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <span className={styles.chevron}>
          <ChevronIcon />
        </span>
      </div>
    </FieldFrame>
  )
}
