import type { HTMLInputAutoCompleteAttribute, InputHTMLAttributes, ReactNode } from 'react'
import styles from './control.module.css'
import { FieldFrame, useField, type FieldTexts } from './field-frame.tsx'

interface FieldProps extends FieldTexts {
  label: ReactNode
  /** The autofill token for the browser, or 'off'. */
  autoComplete: HTMLInputAutoCompleteAttribute
  type?: 'text' | 'email' | 'tel' | 'url' | 'number' | 'date' | 'search' | undefined
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  defaultValue?: string | undefined
  maxLength?: number | undefined
  /** Content inside the box, before and after the text: a unit, a country code, a button. */
  prefix?: ReactNode
  suffix?: ReactNode
  onValue?: ((value: string) => void) | undefined
  onLeave?: (() => void) | undefined
}

export const Field = (props: FieldProps) => {
  const { name, label, hint, required = false, autoComplete, type = 'text', prefix, suffix, onValue, onLeave } = props
  const { id, messages, aria } = useField(
    props,
    typeof prefix === 'string' && 'before',
    typeof suffix === 'string' && 'after',
  )
  const isProse = type === 'text' && autoComplete !== 'username'
  return (
    <FieldFrame id={id} label={label} optional={!required} hint={hint} messages={messages}>
      <div className={styles.box}>
        {prefix && (
          <span id={`${id}-before`} className={styles.slot}>
            {prefix}
          </span>
        )}
        <input
          {...aria}
          id={id}
          name={name}
          type={type}
          autoComplete={autoComplete}
          inputMode={props.inputMode}
          defaultValue={props.defaultValue}
          maxLength={props.maxLength}
          {...(!isProse && { autoCapitalize: 'none', spellCheck: false })}
          {...(onLeave && { onBlur: onLeave })}
          {...(onValue && { onInput: (event) => onValue(event.currentTarget.value) })}
        />
        {suffix && (
          <span id={`${id}-after`} className={styles.slot}>
            {suffix}
          </span>
        )}
      </div>
    </FieldFrame>
  )
}
