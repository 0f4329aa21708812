import type { ReactNode } from 'react'
import styles from './choice.module.css'
import { FieldError, useField, type FieldTexts } from './field-frame.tsx'
import frame from './field-frame.module.css'

interface CheckboxFieldProps extends FieldTexts {
  /** May contain links. */
  label: ReactNode
  defaultChecked?: boolean | undefined
  onValue?: ((checked: boolean) => void) | undefined
}

/** A checkbox; sent as `on`, or empty. */
export const CheckboxField = (props: CheckboxFieldProps) => {
  const { name, label, hint, defaultChecked, onValue } = props
  const { id, messages, aria } = useField(props)
  return (
    <div className={frame.frame} data-field data-wrong={messages.length > 0 || undefined}>
      <FieldError id={id} messages={messages} />
      <div className={styles.choice}>
        <input
          {...aria}
          id={id}
          name={name}
          type="checkbox"
          defaultChecked={defaultChecked}
          {...(onValue && { onChange: (event) => onValue(event.currentTarget.checked) })}
        />
        <label htmlFor={id}>{label}</label>
        {hint && (
          <div id={`${id}-hint`} className={`muted small ${styles.about}`}>
            {hint}
          </div>
        )}
      </div>
    </div>
  )
}
