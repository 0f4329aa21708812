import {
  maxVerdictReason,
  rowVerdicts,
  type RowVerdict,
} from '@lectern/contract/recommendations/recommendation-values.ts'
import type { ListRow } from '@lectern/contract/recommendations/recommendations.ts'
import { zoneName } from '@lectern/contract/zone-names.ts'
import { useRef, useState } from 'react'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { momentAt } from '../../../ui/wall-time.ts'
import { useRecommendationText } from '../recommendation-text.ts'
import { MomentInput } from './moment-input.tsx'
import { nameOfRow } from './row-facts.tsx'
import styles from './verdicts.module.css'

export interface NewVerdict {
  verdict: RowVerdict | null
  reason?: string
  until?: string
}

interface VerdictFormProps {
  row: ListRow
  verdict: Exclude<RowVerdict, 'pass'>
  timeZone: string
  onSave: (verdict: NewVerdict) => Promise<unknown>
  onClose: () => void
}

/** Why a row does not pass, or what the team has to change by when. */
const VerdictForm = ({ row, verdict, timeZone, onSave, onClose }: VerdictFormProps) => {
  const { t, intl } = useRecommendationText()
  const form = useForm<'reason' | 'until'>({
    submit: async ({ reason, until }) => {
      const moment = until ? momentAt(until, timeZone) : null
      await onSave({ verdict, reason: reason.trim(), ...(moment !== null && { until: moment }) })
      onClose()
    },
    problemsOf: (error) =>
      problemsOf(error)?.map(({ path, message }) => ({ path: path.split('.').at(-1) ?? '', message })),
  })
  return (
    <Form form={form} className={styles.form}>
      <TextArea
        name="reason"
        label={t(`verdict.${verdict}.reason`)}
        hint={t(`verdict.${verdict}.hint`)}
        autoComplete="off"
        required
        missing={t('verdict.reasonMissing')}
        limit={maxVerdictReason}
        rows={3}
        defaultValue={row.verdict === verdict ? (row.reason ?? '') : ''}
      />
      {verdict === 'change' && (
        <MomentInput
          name="until"
          label={t('verdict.until')}
          hint={t('verdict.until.hint', { zone: zoneName(intl.locale, timeZone) })}
          value={row.changeBy}
          timeZone={timeZone}
          required
          missing={t('verdict.untilMissing')}
        />
      )}
      <FormActions>
        <SubmitButton>{t(`verdict.${verdict}.save`)}</SubmitButton>
        <button type="button" className="button quiet" onClick={onClose}>
          {t('cancel')}
        </button>
      </FormActions>
    </Form>
  )
}

interface VerdictRowProps {
  row: ListRow
  timeZone: string
  isBusy: boolean
  onSave: (verdict: NewVerdict) => Promise<unknown>
}

/** One of three verdicts about a row: it goes on, the team changes it first, or it does not go on. */
export const VerdictRow = ({ row, timeZone, isBusy, onSave }: VerdictRowProps) => {
  const { t } = useRecommendationText()
  const [isOpen, setOpen] = useState<Exclude<RowVerdict, 'pass'>>()
  const group = useRef<HTMLDivElement>(null)
  const close = (): void => {
    setOpen(undefined)
    group.current?.querySelector<HTMLElement>('[aria-pressed="true"], button')?.focus()
  }
  const save = (verdict: NewVerdict): void => {
    setOpen(undefined)
    // The request has shown the reason.
    if (!isBusy) onSave(verdict).catch(() => undefined)
  }
  return (
    <div className="stack-fit gap-12">
      <div ref={group} className={styles.verdicts} role="group" aria-label={t('verdict.of', { name: nameOfRow(row) })}>
        {rowVerdicts.map((verdict) => (
          <button
            key={verdict}
            type="button"
            data-verdict={verdict}
            aria-pressed={(isOpen ?? row.verdict) === verdict}
            aria-expanded={verdict === 'pass' ? undefined : isOpen === verdict}
            aria-disabled={isBusy || undefined}
            onClick={() => {
              if (verdict === 'pass') save({ verdict })
              else setOpen(verdict)
            }}
          >
            {t(`verdict.${verdict}`)}
          </button>
        ))}
        {row.verdict !== null && isOpen === undefined && (
          <button type="button" className={styles.back} onClick={() => save({ verdict: null })}>
            {t('verdict.back')}
            <span className="visually-hidden"> {nameOfRow(row)}</span>
          </button>
        )}
      </div>
      {isOpen && <VerdictForm key={isOpen} verdict={isOpen} {...{ row, timeZone, onSave }} onClose={close} />}
    </div>
  )
}
