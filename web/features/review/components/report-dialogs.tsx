import { declineWork, flagWork, type DeskWorkView } from '@lectern/contract/review/review.ts'
import {
  declineKinds,
  flagKinds,
  maxReasonLength,
  type DeclineKind,
  type FlagKind,
} from '@lectern/contract/review/review-values.ts'
import { useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useReviewText } from '../review-text.ts'

interface ReportFormProps {
  legend: string
  options: readonly { value: string; label: string; hint: string }[]
  reasonLabel: string
  action: string
  onSend: (kind: string, text: string) => Promise<unknown>
  onClose: () => void
}

const ReportForm = ({ legend, options, reasonLabel, action, onSend, onClose }: ReportFormProps) => {
  const { t } = useReviewText()
  const form = useForm<'kind' | 'text'>({
    submit: ({ kind, text }) => onSend(kind, text.trim()),
    problemsOf,
  })
  return (
    <Form form={form}>
      <RadioGroup name="kind" legend={legend} options={options} required missing={t('report.kindMissing')} />
      <TextArea
        name="text"
        label={reasonLabel}
        autoComplete="off"
        required
        missing={t('report.textMissing')}
        limit={maxReasonLength}
        rows={3}
      />
      <FormActions>
        <SubmitButton>{action}</SubmitButton>
        <button type="button" className="button quiet" onClick={onClose}>
          {t('cancel')}
        </button>
      </FormActions>
    </Form>
  )
}

interface ReportDialogProps {
  client: Client
  work: Pick<DeskWorkView, 'code'>
  open: boolean
  onClose: () => void
}

/** Tells the organisers something about a work; the expert goes on judging it. */
export const FlagDialog = ({
  client,
  work: { code },
  open,
  onClose,
  onFlagged,
}: ReportDialogProps & { onFlagged: (flag: DeskWorkView['flags'][number]) => void }) => {
  const { t } = useReviewText()
  const [keyOf] = useState(() => createKeys())
  return (
    <Dialog open={open} title={t('flag.title')} onClose={onClose}>
      <ReportForm
        legend={t('flag.legend')}
        options={flagKinds.map((kind) => ({
          value: kind,
          label: t(`flag.${kind}`),
          hint: t(`flag.${kind}.about`),
        }))}
        reasonLabel={t('flag.text')}
        action={t('flag.send')}
        onClose={onClose}
        onSend={async (kind, text) => {
          const body = { kind: kind as FlagKind, text }
          const headers = { 'Idempotency-Key': keyOf([code, body]) }
          onFlagged(await client(flagWork, { params: { code }, body }, { headers, inPlaceSignIn: true }))
          onClose()
        }}
      />
    </Dialog>
  )
}

/** Gives a work back to the organisers. */
export const DeclineDialog = ({
  client,
  work: { code },
  open,
  onClose,
  onDeclined,
}: ReportDialogProps & { onDeclined: (next: string | null) => void }) => {
  const { t } = useReviewText()
  return (
    <Dialog open={open} title={t('decline.title')} onClose={onClose}>
      <ReportForm
        legend={t('decline.legend')}
        options={declineKinds.map((kind) => ({
          value: kind,
          label: t(`decline.${kind}`),
          hint: t(`decline.${kind}.about`),
        }))}
        reasonLabel={t('decline.text')}
        action={t('decline.send')}
        onClose={onClose}
        onSend={async (kind, reason) => {
          const body = { kind: kind as DeclineKind, reason }
          const { next } = await client(declineWork, { params: { code }, body }, { inPlaceSignIn: true })
          onDeclined(next)
        }}
      />
    </Dialog>
  )
}
