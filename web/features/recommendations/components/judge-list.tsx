import { decideList, judgeRows } from '@lectern/contract/recommendations/recommendations-above.ts'
import { maxAtOnce } from '@lectern/contract/recommendations/recommendation-values.ts'
import type { ListRow, OpenList } from '@lectern/contract/recommendations/recommendations.ts'
import { zoneName } from '@lectern/contract/zone-names.ts'
import { useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { failureOf, problemsOf } from '../../../request/request-error.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { Notice } from '../../../ui/notice.tsx'
import { momentAt } from '../../../ui/wall-time.ts'
import { useRecommendationText } from '../recommendation-text.ts'
import styles from './institution.module.css'
import { MomentInput } from './moment-input.tsx'
import { RankedList } from './ranked-list.tsx'
import { nameOfRow, RowFacts } from './row-facts.tsx'
import { VerdictRow, type NewVerdict } from './verdict-row.tsx'
import verdictStyles from './verdicts.module.css'

const maxListReason = 1_000

interface JudgeListProps {
  client: Client
  list: OpenList
  onChanged: (list: OpenList) => void
  /** Somebody else was faster: what is stored has to be read anew. */
  onOutdated: () => void
}

const ReturnForm = ({ client, list, onChanged, onOutdated, onClose }: JudgeListProps & { onClose: () => void }) => {
  const { t, intl } = useRecommendationText()
  const { activity, institution, timeZone, version } = list
  const form = useForm<'reason' | 'until'>({
    submit: async ({ reason, until }) => {
      const moment = until ? momentAt(until, timeZone) : null
      const params = { activity: activity.id, institution: institution.id }
      const body = {
        version,
        decision: 'returned' as const,
        reason: reason.trim(),
        ...(moment !== null && { until: moment }),
      }
      onChanged(await client(decideList, { params, body }, { inPlaceSignIn: true }))
      onClose()
    },
    problemsOf: (error) => {
      if (failureOf(error)?.error === 'resource.changed') onOutdated()
      return problemsOf(error)
    },
  })
  return (
    <Form form={form}>
      <TextArea
        name="reason"
        label={t('return.reason')}
        hint={t('return.hint')}
        autoComplete="off"
        required
        missing={t('return.reasonMissing')}
        limit={maxListReason}
        rows={4}
      />
      <MomentInput
        name="until"
        label={t('return.until')}
        hint={t('return.until.hint', { zone: zoneName(intl.locale, timeZone) })}
        timeZone={timeZone}
      />
      <FormActions>
        <SubmitButton>{t('return.action')}</SubmitButton>
        <button type="button" className="button quiet" onClick={onClose}>
          {t('cancel')}
        </button>
      </FormActions>
    </Form>
  )
}

/** A list that was handed in, as the level above decides on it: row by row, then as a whole. */
export const JudgeList = ({ client, list, onChanged, onOutdated }: JudgeListProps) => {
  const { t } = useRecommendationText()
  const [isBusy, setBusy] = useState(false)
  const [isOpen, setOpen] = useState<'accept' | 'return'>()
  const { activity, institution, timeZone, version, may } = list
  const params = { activity: activity.id, institution: institution.id }
  const open = list.list.filter(({ verdict }) => verdict === null)

  const judge = async (rows: readonly ListRow[], verdict: NewVerdict): Promise<void> => {
    setBusy(true)
    try {
      const verdicts = rows.slice(0, maxAtOnce).map(({ entry }) => ({ entry, ...verdict }))
      onChanged(await client(judgeRows, { params, body: { version, verdicts } }, { inPlaceSignIn: true }))
    } catch (error) {
      if (failureOf(error)?.error === 'resource.changed') onOutdated()
      throw error
    } finally {
      setBusy(false)
    }
  }
  const isJudging = may.judge === null
  return (
    <>
      <section className={styles.part} aria-labelledby="ranking">
        <h2 id="ranking">{t('ranking')}</h2>
        {isJudging && list.list.length > 0 && (
          <p role="status">{open.length > 0 ? t('judge.left', { count: open.length }) : t('judge.complete')}</p>
        )}
        {isJudging && open.length > 1 && (
          <p>
            <button
              type="button"
              className="button quiet"
              aria-disabled={isBusy || undefined}
              onClick={() => {
                if (!isBusy) judge(open, { verdict: 'pass' }).catch(() => undefined)
              }}
            >
              {t('judge.passRest', { count: open.length })}
            </button>
          </p>
        )}
        {list.list.length === 0 ? (
          <p className="muted">{t('ranking.empty')}</p>
        ) : (
          <RankedList
            label={t('ranking')}
            items={list.list.map((row) => ({ ...row, id: row.entry }))}
            nameOf={nameOfRow}
          >
            {(row) => (
              <>
                <RowFacts row={row} list={list} />
                {row.remark !== null && <p className="small">{t('remark.shown', { text: row.remark })}</p>}
                {isJudging && <VerdictRow {...{ row, timeZone, isBusy }} onSave={(verdict) => judge([row], verdict)} />}
              </>
            )}
          </RankedList>
        )}
      </section>
      {(may.accept === null || may.return === null) && (
        <section className={styles.section} aria-labelledby="decision">
          <h2 id="decision">{t('decision')}</h2>
          <p>{t('decision.about')}</p>
          <p className={verdictStyles.bar}>
            {may.accept === null && (
              <button type="button" className="button" onClick={() => setOpen('accept')}>
                {t('accept.action')}
              </button>
            )}
            {may.return === null && (
              <button type="button" className="button quiet" onClick={() => setOpen('return')}>
                {t('return.open')}
              </button>
            )}
          </p>
        </section>
      )}
      {may.accept !== null && isJudging && <Notice>{may.accept}</Notice>}
      <ConfirmDialog
        open={isOpen === 'accept'}
        title={t('accept.title')}
        object={institution.name}
        action={t('accept.action')}
        onConfirm={async () => {
          const body = { version, decision: 'accepted' as const }
          onChanged(await client(decideList, { params, body }, { inPlaceSignIn: true }))
        }}
        onClose={() => setOpen(undefined)}
        problemsOf={(error) => {
          if (failureOf(error)?.error === 'resource.changed') onOutdated()
          return problemsOf(error)
        }}
      >
        <p>{t('accept.about', { passed: list.passed, changes: list.changes, refused: list.refused })}</p>
      </ConfirmDialog>
      <Dialog open={isOpen === 'return'} title={t('return.title')} onClose={() => setOpen(undefined)}>
        <ReturnForm {...{ client, list, onChanged, onOutdated }} onClose={() => setOpen(undefined)} />
      </Dialog>
    </>
  )
}
