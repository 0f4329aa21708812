import { Button, Space, Typography } from 'antd'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useIntl } from '../../../ui/intl.tsx'
import { catchFocus } from '../catch-focus.ts'
import { decideAll, type Decidable, type DecisionKind, type DecisionMemory, type Outcome } from '../decide.ts'
import { useReader } from '../reader.ts'
import { useStageWords } from '../stage-words.ts'
import { useShortcuts } from '../use-shortcuts.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { DecisionOutcome } from './decision-outcome.tsx'
import { Key } from './key.tsx'
import { SelectionBar } from './selection-bar.tsx'

interface DecisionBarProps<Item extends Decidable, Decision extends string> {
  kind: DecisionKind<Item, Decision>
  items: readonly Item[]
  /** The caller's own team: another organiser must decide, and the buttons say so. */
  isOwnActivity?: boolean
  /** For a selection, which can be cleared. */
  onClear?: () => void
  /** One after another: what can be undone is decided at once, by a key too, and the outcome names what it is about. */
  series?: {
    keys: Readonly<Partial<Record<Decision, string>>>
    areKeysOn: boolean
    memory: DecisionMemory<Item, Decision>
  }
  onDecided: (outcome: Outcome<Item, Decision>) => void
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
  const { kind, items, isOwnActivity = false, onClear, series, onDecided } = props
  const intl = useIntl()
  const { isAuditor } = useReader()
  const { stage } = useStageWords()
  const [asking, setAsking] = useState<{ decision: Decision; items: readonly Item[] }>()
  const [outcome, setOutcome] = useState<Outcome<Item, Decision> | undefined>(() => series?.memory.recall())
  const [busy, setBusy] = useState(false)
  // Whoever may not decide sees the buttons with the reason.
  const refusal = isOwnActivity
    ? stage('ownActivity.why')
    : isAuditor
      ? intl.formatMessage({ id: 'office.duties.reading' })
      : null
  const refusalReason = useId()
  const missingReason = useId()
  const status = useRef<HTMLDivElement>(null)
  const lastOutcome = useRef(outcome)
  // The button that had the focus is gone: move the focus to the outcome.
  useEffect(() => {
    if (lastOutcome.current !== outcome) catchFocus(status.current)
    lastOutcome.current = outcome
  }, [outcome])
  const decide = async (chosen: readonly Item[], decision: Decision, reason: string): Promise<void> => {
    setBusy(true)
    const next = await decideAll(kind, chosen, { decision, reason })
    setOutcome(next)
    series?.memory.keep(next)
    setBusy(false)
    onDecided(next)
  }
  const Bar = onClear ? SelectionBar : PlainBar
  const offered = kind.decisions.filter((decision) => items.some((item) => kind.may(item, decision)))
  // Of several, those that lack nothing are decided; the others stay with their reason.
  const missing = offered.flatMap((decision) => {
    const reasons = items.flatMap((item) => kind.whyNotYet(item, decision) ?? [])
    return reasons.length > 0 ? [{ decision, why: reasons[0]!, count: reasons.length }] : []
  })
  const isMissing = (decision: Decision): boolean =>
    missing.some((one) => one.decision === decision && one.count === items.length)
  // What was decided a moment ago is shown as it was until it is loaded again.
  const isOutdated = outcome?.decided.some((one) =>
    items.some(({ id, version }) => id === one.id && version < one.version),
  )
  const ask = (decision: Decision): void => {
    if (busy || isOutdated || isMissing(decision)) return
    const isQuick = series && decision === kind.primary && !items.some((item) => kind.needsReason(item, decision))
    if (isQuick) void decide(items, decision, '')
    else setAsking({ decision, items })
  }
  useShortcuts(
    series !== undefined && series.areKeysOn && refusal === null,
    Object.fromEntries(offered.map((decision) => [series?.keys[decision] ?? '', () => ask(decision)])),
  )
  return (
    <>
      {outcome && (
        <div ref={status} tabIndex={-1}>
          <DecisionOutcome
            kind={kind}
            outcome={outcome}
            busy={busy}
            isNamed={series !== undefined}
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
              {...(!(series && decision === kind.primary) && { 'aria-haspopup': 'dialog' as const })}
              disabled={refusal !== null || isMissing(decision)}
              loading={busy && series !== undefined && decision === kind.primary}
              aria-describedby={refusal !== null ? refusalReason : isMissing(decision) ? missingReason : undefined}
              onClick={() => ask(decision)}
            >
              {kind.t(`do.${decision}`)}
              {series?.areKeysOn && series.keys[decision] && <Key>{series.keys[decision]}</Key>}
            </Button>
          ))}
          {refusal !== null && (
            <Typography.Text id={refusalReason} type="secondary">
              {refusal}
            </Typography.Text>
          )}
          {missing.map(({ decision, why, count }) => (
            <Typography.Text key={decision} id={missingReason} type="warning">
              {items.length > 1 ? intl.formatMessage({ id: 'office.decision.missing' }, { count, why }) : why}
            </Typography.Text>
          ))}
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
