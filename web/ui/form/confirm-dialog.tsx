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
  /** The name of the affected item. */
  object: string
  /** The consequences. */
  children?: ReactNode
  /** Text of the button: the action, not "yes". */
  action: ReactNode
  /** It cannot be undone. */
  danger?: boolean | undefined
  /** The user has to type the name. */
  typed?: boolean | undefined
  /** Runs the action; the dialog stays open if it fails. */
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

/** Ignores outer spaces and character width. */
const isSameName = (one: string, other: string): boolean =>
  one.normalize('NFKC').trim() === other.normalize('NFKC').trim()

/** Asks for confirmation of an action that is hard to undo. Must not be inside a Form. */
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
        <div className="stack gap-8 muted">
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
