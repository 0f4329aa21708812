import { useState } from 'react'
import { decidePanelTie, type PanelDesk } from '@lectern/contract/review/panel-desk.ts'
import { maxReasonLength } from '@lectern/contract/review/review-values.ts'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useReviewText } from '../review-text.ts'
import { moved } from '../tie-moves.ts'
import { DownIcon, UpIcon } from './desk-icons.tsx'
import styles from './review.module.css'

interface TieOrderProps {
  client: Client
  round: string
  tie: PanelDesk['ties'][number]
  works: PanelDesk['works']
  mayDecide: boolean
  onDecided: () => void
}

/** Works that all rules leave equal: the chair puts them in order and says why. */
export const TieOrder = ({ client, round, tie, works, mayDecide, onDecided }: TieOrderProps) => {
  const { t, points } = useReviewText()
  const [codes, setCodes] = useState(tie.codes)
  const [spoken, setSpoken] = useState('')
  const form = useForm<'reason'>({
    submit: async ({ reason }) => {
      await client(
        decidePanelTie,
        { params: { round }, body: { codes, reason: reason.trim() } },
        { inPlaceSignIn: true },
      )
      onDecided()
    },
    problemsOf,
  })
  const titleOf = (code: string): string => works.find((work) => work.code === code)?.title || code
  const score = works.find(({ code }) => code === codes[0])?.score
  const move = (code: string, by: 1 | -1): void => {
    const next = moved(codes, code, by)
    setCodes(next)
    setSpoken(t('tie.moved', { title: titleOf(code), place: next.indexOf(code) + 1 }))
  }
  return (
    <section className={styles.card}>
      <h3>
        {t('tie.title', { count: codes.length })}
        {score !== undefined && score !== null && ` · ${points(score)}`}
      </h3>
      <ol className={`stack gap-6 ${styles.ordered}`}>
        {codes.map((code, position) => (
          <li key={code}>
            <span className={`muted strong ${styles.place}`}>{position + 1}</span>
            <span className={styles.orderedTitle}>
              {titleOf(code)} <span className={styles.code}>{code}</span>
            </span>
            {mayDecide && (
              <span className={styles.moves}>
                {([-1, 1] as const).map((by) => (
                  <button
                    key={by}
                    type="button"
                    className={styles.iconButton}
                    aria-label={t(by === -1 ? 'tie.up' : 'tie.down', { title: titleOf(code) })}
                    aria-disabled={position + by < 0 || position + by >= codes.length || undefined}
                    onClick={() => move(code, by)}
                    onKeyDown={(event) => {
                      const way = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key as 'ArrowUp']
                      if (way === undefined) return
                      event.preventDefault()
                      move(code, way)
                    }}
                  >
                    {by === -1 ? <UpIcon /> : <DownIcon />}
                  </button>
                ))}
              </span>
            )}
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
      {mayDecide ? (
        <Form form={form}>
          <TextArea
            name="reason"
            label={t('tie.reason')}
            autoComplete="off"
            required
            missing={t('report.textMissing')}
            limit={maxReasonLength}
            rows={2}
            defaultValue={tie.reason ?? ''}
          />
          <FormActions>
            <SubmitButton>{t(tie.reason === null ? 'tie.decide' : 'tie.decideAgain')}</SubmitButton>
          </FormActions>
        </Form>
      ) : (
        tie.reason !== null && <p className={styles.about}>{tie.reason}</p>
      )}
    </section>
  )
}
