import { Button, Space, Typography } from 'antd'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useIntl } from '../../../ui/intl.tsx'
import { catchFocus } from '../catch-focus.ts'
import { decideAll, type Decidable, type DecisionKind, type Outcome } from '../decide.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { DecisionOutcome } from './decision-outcome.tsx'
import { SelectionBar } from './selection-bar.tsx'

interface DecisionBarProps<Item extends Decidable, Decision extends string> {
  kind: DecisionKind<Item, Decision>
  items: readonly Item[]
  /** The caller's own team: another organiser must decide, and the buttons say so. */
  isOwnActivity?: boolean
  /** For a selection, which can be cleared. */
  onClear?: () => void
  onDecided: () => void
}

const PlainBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <Space wrap role="group" aria-label={label}>
    {children}
  </Space>
)

/** Decisions on one or many items, with their outcome. */
export const DecisionBar = <Item extends Decidable, Decision extends string>(
  props: DecisionBarProps<Item, Decision>,
) => {
  const { kind, items, isOwnActivity = false, onClear, onDecided } = props
  const intl = useIntl()
  const [asking, setAsking] = useState<{ decision: Decision; items: readonly Item[] }>()
  const [outcome, setOutcome] = useState<Outcome<Item, Decision>>()
  const [busy, setBusy] = useState(false)
  const refusalReason = useId()
  const status = useRef<HTMLDivElement>(null)
  const known = useRef(outcome)
  // The button that had the focus is gone: move the focus to the outcome.
  useEffect(() => {
    if (known.current !== outcome) catchFocus(status.current)
    known.current = outcome
  }, [outcome])
  const decide = async (chosen: readonly Item[], decision: Decision, reason: string): Promise<void> => {
    setBusy(true)
    setOutcome(await decideAll(kind, chosen, { decision, reason }))
    setBusy(false)
    onDecided()
  }
  const Bar = onClear ? SelectionBar : PlainBar
  const offered = kind.decisions.filter((decision) => items.some((item) => kind.may(item, decision)))
  return (
    <>
      {outcome && (
        <div ref={status} tabIndex={-1}>
          <DecisionOutcome
            kind={kind}
            outcome={outcome}
            busy={busy}
            onUndo={() => void decide(outcome.decided, kind.revocation, kind.slip)}
            onClose={() => setOutcome(undefined)}
          />
        </div>
      )}
      {items.length > 0 && (
        <Bar label={kind.t('decide')}>
          {onClear && (
            <Typography.Text strong>
              {intl.formatMessage({ id: 'office.decision.selected' }, { count: items.length })}
            </Typography.Text>
          )}
          {offered.map((decision) => (
            <Button
              key={decision}
              type={decision === kind.primary ? 'primary' : 'default'}
              danger={decision === kind.danger}
              size={onClear ? 'small' : 'middle'}
              aria-haspopup="dialog"
              disabled={isOwnActivity}
              aria-describedby={isOwnActivity ? refusalReason : undefined}
              onClick={() => setAsking({ decision, items })}
            >
              {kind.t(`do.${decision}`)}
            </Button>
          ))}
          {isOwnActivity && (
            <Typography.Text id={refusalReason} type="secondary">
              {kind.t('ownActivity.why')}
            </Typography.Text>
          )}
          {offered.length === 0 && <Typography.Text type="secondary">{kind.t('nothingToDecide')}</Typography.Text>}
          {onClear && (
            <Button size="small" type="text" onClick={onClear}>
              {intl.formatMessage({ id: 'office.decision.clear' })}
            </Button>
          )}
        </Bar>
      )}
      {asking && (
        <DecisionDialog
          kind={kind}
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
