import type { ReactNode } from 'react'
import { FormattedMessage } from '../intl.tsx'
import styles from './field-frame.module.css'
import { AlertIcon } from './form-icons.tsx'
import { useFormControl } from './use-form.ts'

/** What every field says of itself. */
export interface FieldTexts {
  /** Also the path under which the server reports problems with it. */
  name: string
  hint?: ReactNode
  required?: boolean | undefined
  /** Own words for the case that it is required and empty, instead of `field.<name>.required`. */
  missing?: string | undefined
  /** What the page itself has found; what the form tells comes before it. */
  problem?: string | undefined
}

/** How a field is tied to its label, its hint, its problems, and to other parts that describe it. */
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
  /** Says that it may stay empty. */
  optional: boolean
  children: ReactNode
}

/** Label, hint, problem and then the control, below each other. */
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
