import type { ReactNode } from 'react'
import { maxReasonLength } from '@lectern/contract/review/review-values.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { TextDialog } from './text-dialog.tsx'

interface ReasonDialogProps {
  title: string
  help: ReactNode
  hint?: string
  action: string
  isDangerous?: boolean
  /** Throws if it was refused: the dialog stays open with what was typed. */
  onSend: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the reason of a step that needs one. */
export const ReasonDialog = (props: ReasonDialogProps) => {
  const intl = useIntl()
  return (
    <TextDialog
      {...props}
      label={intl.formatMessage({ id: 'office.audit.field.reason' })}
      missing={intl.formatMessage({ id: 'office.decision.reasonNeeded' })}
      limit={maxReasonLength}
    />
  )
}
