import { Button, Space, Typography } from 'antd'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { decisions, mayDecide, type Decision } from '@lectern/contract/enrolment-values.ts'
import type { Client } from '../../../../request/client.ts'
import { catchFocus } from '../../../admin-ui/catch-focus.ts'
import { SelectionBar } from '../../../admin-ui/components/selection-bar.tsx'
import { decideAll, type Decidable, type Outcome } from '../decide.ts'
import { useEnrolmentWords } from '../enrolment-words.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { DecisionOutcome } from './decision-outcome.tsx'

interface DecisionBarProps {
  client: Client
  items: readonly Decidable[]
  /** The caller's own team: another organiser must decide, and the buttons say so. */
  isOwnTeam?: boolean
  /** For a selection, which can be cleared. */
  onClear?: () => void
  onDecided: () => void
}

const PlainBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <Space wrap role="group" aria-label={label}>
    {children}
  </Space>
)

/** Decisions on one or many enrolments, with their outcome. */
export const DecisionBar = ({ client, items, isOwnTeam = false, onClear, onDecided }: DecisionBarProps) => {
  const { t } = useEnrolmentWords()
  const [asking, setAsking] = useState<{ decision: Decision; items: readonly Decidable[] }>()
  const [outcome, setOutcome] = useState<Outcome>()
  const [busy, setBusy] = useState(false)
  const refusalReason = useId()
  const status = useRef<HTMLDivElement>(null)
  const known = useRef(outcome)
  // The button that had the focus is gone: move the focus to the outcome.
  useEffect(() => {
    if (known.current !== outcome) catchFocus(status.current)
    known.current = outcome
  }, [outcome])
  const decide = async (chosen: readonly Decidable[], decision: Decision, reason: string): Promise<void> => {
    setBusy(true)
    setOutcome(await decideAll(client, chosen, { decision, reason }))
    setBusy(false)
    onDecided()
  }
  const Bar = onClear ? SelectionBar : PlainBar
  const offered = decisions.filter((decision) => items.some(({ state }) => mayDecide(state, decision)))
  return (
    <>
      {outcome && (
        <div ref={status} tabIndex={-1}>
          <DecisionOutcome
            outcome={outcome}
            busy={busy}
            onUndo={() => void decide(outcome.decided, 'submitted', t('reason.submitted.slip'))}
            onClose={() => setOutcome(undefined)}
          />
        </div>
      )}
      {items.length > 0 && (
        <Bar label={t('decide')}>
          {onClear && <Typography.Text strong>{t('selected', { count: items.length })}</Typography.Text>}
          {offered.map((decision) => (
            <Button
              key={decision}
              type={decision === 'approved' ? 'primary' : 'default'}
              danger={decision === 'rejected'}
              size={onClear ? 'small' : 'middle'}
              aria-haspopup="dialog"
              disabled={isOwnTeam}
              aria-describedby={isOwnTeam ? refusalReason : undefined}
              onClick={() => setAsking({ decision, items })}
            >
              {t(`do.${decision}`)}
            </Button>
          ))}
          {isOwnTeam && (
            <Typography.Text id={refusalReason} type="secondary">
              {t('ownTeam.why')}
            </Typography.Text>
          )}
          {offered.length === 0 && <Typography.Text type="secondary">{t('nothingToDecide')}</Typography.Text>}
          {onClear && (
            <Button size="small" type="text" onClick={onClear}>
              {t('clear')}
            </Button>
          )}
        </Bar>
      )}
      {asking && (
        <DecisionDialog
          decision={asking.decision}
          items={asking.items}
          onDecide={(reason) => decide(asking.items, asking.decision, reason)}
          onClose={(isDecided) => {
            setAsking(undefined)
            if (isDecided) status.current?.focus()
          }}
        />
      )}
    </>
  )
}
