import { useState } from 'react'
import { answerRoundInvitation, type DeskRound } from '@lectern/contract/review/review.ts'
import { maxReasonLength } from '@lectern/contract/review/review-values.ts'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { Link } from '../../../router/link.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { DueLine } from '../../competition/components/due-line.tsx'
import { pledgePath, practicePath } from '../desk-address.ts'
import { useReviewText } from '../review-text.ts'
import styles from './review.module.css'

interface AnswerProps {
  client: Client
  round: DeskRound
  onAnswered: () => void
}

const DeclineForm = ({ client, round, onAnswered, onClose }: AnswerProps & { onClose: () => void }) => {
  const { t } = useReviewText()
  const form = useForm<'reason'>({
    submit: async ({ reason }) => {
      const body = { accept: false, ...(reason.trim() && { reason: reason.trim() }) }
      await client(answerRoundInvitation, { params: { round: round.code }, body })
      onClose()
      onAnswered()
    },
    problemsOf,
  })
  return (
    <Form form={form}>
      <TextArea
        name="reason"
        label={t('invitation.reason')}
        hint={t('invitation.reason.hint')}
        autoComplete="off"
        limit={maxReasonLength}
        rows={3}
      />
      <FormActions>
        <SubmitButton>{t('invitation.decline')}</SubmitButton>
        <button type="button" className="button quiet" onClick={onClose}>
          {t('cancel')}
        </button>
      </FormActions>
    </Form>
  )
}

/** An invitation to judge, with its answer. */
export const Invitation = ({ client, round, onAnswered }: AnswerProps) => {
  const { t } = useReviewText()
  const [isDeclining, setDeclining] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const accept = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    await client(answerRoundInvitation, { params: { round: round.code }, body: { accept: true } }).then(
      onAnswered,
      () => undefined,
    )
    setBusy(false)
  }
  return (
    <section className={styles.card} aria-labelledby={`invitation-${round.code}`}>
      <h2 id={`invitation-${round.code}`}>{t('invitation.title', { round: round.name })}</h2>
      <p>{t('invitation.about')}</p>
      {round.closesAt !== null && (
        <p className={`small strong ${styles.due}`}>
          <DueLine due={round.closesAt} timeZone={round.timeZone} />
        </p>
      )}
      <p className={styles.row}>
        <button type="button" className="button" aria-disabled={isBusy || undefined} onClick={() => void accept()}>
          {t('invitation.accept')}
        </button>
        <button type="button" className="button quiet" onClick={() => setDeclining(true)}>
          {t('invitation.decline')}
        </button>
      </p>
      <Dialog open={isDeclining} title={t('invitation.decline')} onClose={() => setDeclining(false)}>
        <DeclineForm client={client} round={round} onAnswered={onAnswered} onClose={() => setDeclining(false)} />
      </Dialog>
    </section>
  )
}

/** What an expert does before works are shown: the pledge, then the practice. */
export const RoundSteps = ({ round }: { round: DeskRound }) => {
  const { t } = useReviewText()
  const { code, hasPledged, needsPractice } = round
  const steps = [
    { name: 'pledge' as const, isDone: hasPledged, to: pledgePath(code) },
    ...(needsPractice ? [{ name: 'practice' as const, isDone: false, to: practicePath(code) }] : []),
  ]
  const next = steps.find(({ isDone }) => !isDone)
  if (!next) return null
  return (
    <section className={styles.card} aria-labelledby="round-steps">
      <h2 id="round-steps">{t('steps')}</h2>
      <ol className={`stack gap-16 ${styles.steps}`}>
        {steps.map((step) => (
          <li key={step.name} data-done={step.isDone || undefined} aria-current={step === next ? 'step' : undefined}>
            <div>
              <p className="strong">
                {t(`step.${step.name}`)}
                {step.isDone && <span className="visually-hidden"> {t('step.done')}</span>}
              </p>
              <p className={styles.about}>{t(`step.${step.name}.about`)}</p>
              {step === next && (
                <Link className="button" to={step.to}>
                  {t(`step.${step.name}.go`)}
                </Link>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
