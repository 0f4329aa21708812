import type { ReactNode } from 'react'
import { ErrorSummary } from './error-summary.tsx'
import styles from './form.module.css'
import { FormProvider, type FormControl } from './use-form.ts'

interface FormProps {
  form: FormControl
  className?: string | undefined
  children: ReactNode
}

/**
 * A form with an error summary. It is sent by script; the boot script holds one that is submitted before hydration. If
 * that script is missing, too, `post` keeps passwords out of the address.
 */
export const Form = ({ form, className, children }: FormProps) => {
  const { ref, busy, send } = form
  return (
    <FormProvider value={form}>
      <form
        ref={ref}
        className={`stack-fit gap-24 ${styles.form} ${className ?? ''}`}
        method="post"
        noValidate
        aria-busy={busy || undefined}
        onSubmit={send}
      >
        <ErrorSummary />
        {children}
      </form>
    </FormProvider>
  )
}

/** Buttons in a row; they wrap if there is no room. */
export const FormActions = ({ children }: { children: ReactNode }) => (
  <div className={`row gap-12 ${styles.actions}`}>{children}</div>
)
