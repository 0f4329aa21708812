import type { ReactNode } from 'react'
import { FormattedMessage } from '../intl.tsx'
import styles from './field-frame.module.css'
import { AlertIcon } from './form-icons.tsx'
import { useFormControl } from './use-form.ts'

/** Common texts of all fields. */
export interface FieldTexts {
  /** Also the path of the field in the server's problems. */
  name: string
  hint?: ReactNode
  required?: boolean | undefined
  /** Message for an empty required field, instead of `field.<name>.required`. */
  missing?: string | undefined
  /** A problem that the page has found; problems of the form take precedence. */
  problem?: string | undefined
}

/** The attributes that connect a field with its label, hint and problems. */
export const useField = (
  { name, hint, required = false, missing, problem }: FieldTexts,
  ...parts: (string | false)[]
) => {
  const form = useFormControl()
  const id = `${form.id}-${name}`
  const ownMessages = form.problems.filter(({ path }) => path === name).map(({ message }) => message)
  const messages = ownMessages.length === 0 && problem !== undefined ? [problem] : ownMessages
  const isWrong = messages.length > 0
  const descriptions = [hint ? 'hint' : false, isWrong && 'error', ...parts]
    .filter(Boolean)
    .map((part) => `${id}-${part}`)
  return {
    id,
    messages,
    aria: {
      'aria-describedby': descriptions.join(' ') || undefined,
      'aria-invalid': isWrong || undefined,
      'aria-required': required || undefined,
      'data-missing': missing,
    },
  }
}

export const OptionalMark = () => (
  <span className={styles.optional}>
    {' '}
    <FormattedMessage id="form.optional" />
  </span>
)

interface HintProps {
  id: string
  hint: ReactNode
}

export const FieldHint = ({ id, hint }: HintProps) =>
  hint ? (
    <div id={`${id}-hint`} className={styles.hint}>
      {hint}
    </div>
  ) : null

interface ErrorProps {
  id: string
  messages: readonly string[]
}

export const FieldError = ({ id, messages }: ErrorProps) =>
  messages.length > 0 ? (
    <div id={`${id}-error`} className={styles.error}>
      {messages.map((message) => (
        <p key={message}>
          <AlertIcon />
          <span>{message}</span>
        </p>
      ))}
    </div>
  ) : null

interface FieldFrameProps extends HintProps, ErrorProps {
  label: ReactNode
  /** Shows that the field is optional. */
  optional: boolean
  children: ReactNode
}

/** Label, hint, problem and control, stacked. */
export const FieldFrame = ({ id, label, optional, hint, messages, children }: FieldFrameProps) => (
  <div className={styles.frame} data-field data-wrong={messages.length > 0 || undefined}>
    <label className={styles.label} htmlFor={id}>
      {label}
      {optional && <OptionalMark />}
    </label>
    <FieldHint id={id} hint={hint} />
    <FieldError id={id} messages={messages} />
    {children}
  </div>
)
