import type { ReactNode } from 'react'
import { FormattedMessage } from '../intl.tsx'
import styles from './form.module.css'
import { ButtonSpinner } from './button-spinner.tsx'
import { useFormControl } from './use-form.ts'

interface SubmitButtonProps {
  className?: string | undefined
  children: ReactNode
}

/** Not disabled while the form is sent, so that the focus is not lost. The form ignores further clicks. */
export const SubmitButton = ({ className, children }: SubmitButtonProps) => {
  const { busy } = useFormControl()
  return (
    <>
      <button type="submit" className={`button ${styles.submit} ${className ?? ''}`} aria-disabled={busy || undefined}>
        {busy && <ButtonSpinner />}
        {children}
      </button>
      <span className="visually-hidden" role="status">
        {busy && <FormattedMessage id="form.busy" />}
      </span>
    </>
  )
}
