import type { InstitutionId } from '@lectern/contract/ids.ts'
import { grantQuotas } from '@lectern/contract/recommendations/recommendations-above.ts'
import { maxQuota, maxQuotaReason } from '@lectern/contract/recommendations/recommendation-values.ts'
import { useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { changedQuotas } from '../quota-amounts.ts'
import { useRecommendationText } from '../recommendation-text.ts'
import styles from './below.module.css'

interface QuotaFormProps {
  client: Client
  activity: string
  /** With what each has now. */
  institutions: readonly { id: string; name: string; quota: number; recommended: number }[]
  onSaved: () => void
  onClose: () => void
}

/** Numbers that are none, or no change at all. */
class Unsendable extends Error {
  readonly wrong: readonly string[]

  constructor(wrong: readonly string[]) {
    super()
    this.wrong = wrong
  }
}

/** New numbers for several institutions, with one reason: the ledger gets the differences. */
export const QuotaForm = ({ client, activity, institutions, onSaved, onClose }: QuotaFormProps) => {
  const { t } = useRecommendationText()
  const [keyOf] = useState(createKeys)
  const form = useForm({
    submit: async (values) => {
      const changes = changedQuotas(institutions, values)
      const wrong = changes.filter(({ amount }) => Number.isNaN(amount))
      if (wrong.length > 0 || changes.length === 0) throw new Unsendable(wrong.map(({ id }) => id))
      const body = {
        quotas: changes.map(({ id, amount }) => ({ institution: id as InstitutionId, amount })),
        reason: (values['reason'] ?? '').trim(),
      }
      const headers = { 'Idempotency-Key': keyOf([activity, body]) }
      await client(grantQuotas, { params: { activity }, body }, { headers, inPlaceSignIn: true })
      onSaved()
      onClose()
    },
    problemsOf: (error) => {
      if (!(error instanceof Unsendable)) return problemsOf(error)
      if (error.wrong.length === 0) return [{ path: '', message: t('quota.same') }]
      return error.wrong.map((id) => ({ path: id, message: t('quota.wrong', { most: maxQuota }) }))
    },
  })
  return (
    <Form form={form}>
      <ul className={`stack gap-12 ${styles.quotas}`}>
        {institutions.map(({ id, name, quota, recommended }) => {
          const problem = form.problems.find(({ path }) => path === id)
          return (
            <li key={id}>
              <label htmlFor={`${form.id}-${id}`}>
                <bdi>{name}</bdi> <span className="muted small">{t('quota.now', { quota, used: recommended })}</span>
              </label>
              <input
                id={`${form.id}-${id}`}
                name={id}
                className={styles.amount}
                inputMode="numeric"
                autoComplete="off"
                defaultValue={String(quota)}
                aria-invalid={problem ? true : undefined}
              />
              {problem && <p className="small">{problem.message}</p>}
            </li>
          )
        })}
      </ul>
      <TextArea
        name="reason"
        label={t('quota.reason')}
        hint={t('quota.reason.hint')}
        autoComplete="off"
        required
        missing={t('quota.reasonMissing')}
        limit={maxQuotaReason}
        rows={2}
      />
      <FormActions>
        <SubmitButton>{t('quota.save')}</SubmitButton>
        <button type="button" className="button quiet" onClick={onClose}>
          {t('cancel')}
        </button>
      </FormActions>
    </Form>
  )
}
