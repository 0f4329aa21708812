import type { ReactNode } from 'react'
import type { FieldProblem } from '@lectern/contract/envelope.ts'
import { Dialog } from '../dialog.tsx'
import { FormattedMessage, useIntl } from '../intl.tsx'
import styles from './confirm-dialog.module.css'
import { Field } from './field.tsx'
import { Form, FormActions } from './form.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useForm } from './use-form.ts'

interface QuestionProps {
  /** The name of what this is about. */
  object: string
  /** What will happen to it. */
  children?: ReactNode
  /** On the button: what it does, not "yes". */
  action: ReactNode
  /** It cannot be undone. */
  danger?: boolean | undefined
  /** The name has to be typed first. */
  typed?: boolean | undefined
  /** Does it; the dialog stays open when this fails. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
  problemsOf?: ((error: unknown) => readonly FieldProblem[] | undefined) | undefined
}

interface ConfirmDialogProps extends QuestionProps {
  open: boolean
  title: ReactNode
}

const typedName = 'confirmedName'

class NameMismatch extends Error {}

/** Ignores outer spaces and the width of letters. */
const isSameName = (one: string, other: string): boolean =>
  one.normalize('NFKC').trim() === other.normalize('NFKC').trim()

/** Asks before something that is hard to undo, naming what it would happen to. Stands outside of any Form. */
export const ConfirmDialog = ({ open, title, ...question }: ConfirmDialogProps) => {
  const intl = useIntl()
  const { object, children, action, danger = false, typed = false, onConfirm, onClose, problemsOf } = question
  const mismatch = { path: typedName, message: intl.formatMessage({ id: 'form.confirm.mismatch' }, { name: object }) }
  const form = useForm({
    submit: async (values) => {
      if (typed && !isSameName(values[typedName] ?? '', object)) throw new NameMismatch()
      await onConfirm()
      onClose()
    },
    problemsOf: (error) => (error instanceof NameMismatch ? [mismatch] : problemsOf?.(error)),
  })
  return (
    <Dialog open={open} title={title} busy={form.busy} onClose={onClose}>
      <Form form={form}>
        <div className={styles.text}>
          <p className={styles.object}>{object}</p>
          {children}
        </div>
        {typed && (
          <Field
            name={typedName}
            label={<FormattedMessage id="form.confirm.type" values={{ name: object }} />}
            autoComplete="off"
            required
            missing={mismatch.message}
          />
        )}
        <FormActions>
          <SubmitButton className={danger ? styles.danger : undefined}>{action}</SubmitButton>
          <button
            type="button"
            className="button quiet"
            aria-disabled={form.busy || undefined}
            onClick={() => {
              if (!form.busy) onClose()
            }}
          >
            <FormattedMessage id="form.cancel" />
          </button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
