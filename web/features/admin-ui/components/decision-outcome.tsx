import { Alert, Button, Space } from 'antd'
import { useIntl } from '../../../ui/intl.tsx'
import type { Decidable, DecisionKind, Outcome } from '../decide.ts'
import { Failures } from './bulk-lists.tsx'

interface DecisionOutcomeProps<Item extends Decidable, Decision extends string> {
  kind: DecisionKind<Item, Decision>
  outcome: Outcome<Item, Decision>
  busy: boolean
  /** Says what was decided on: the page shows something else by now. */
  isNamed: boolean
  onUndo: () => void
  onClose: () => void
}

/** The decisions made, when they will be notified, and the failures with their reasons. */
export const DecisionOutcome = <Item extends Decidable, Decision extends string>(
  props: DecisionOutcomeProps<Item, Decision>,
) => {
  const { kind, outcome, busy, isNamed, onUndo, onClose } = props
  const intl = useIntl()
  const { decision, decided, refused, notifyAt } = outcome
  const undoTime =
    notifyAt &&
    intl.formatMessage({ id: 'office.decision.takeBackUntil' }, { time: intl.formatMoment(notifyAt, 'timeToSecond') })
  const isUndoable = decided.length > 0 && decision !== kind.revocation
  const closable = { onClose, 'aria-label': intl.formatMessage({ id: 'office.decision.close' }) }
  return (
    <Space orientation="vertical" style={{ width: '100%' }}>
      {decided.length > 0 && (
        <Alert
          type="success"
          role="status"
          showIcon
          closable={closable}
          title={kind.t(`done.${decision}`, { count: decided.length })}
          {...((isNamed || undoTime) && {
            description: (
              <>
                {isNamed && <div className="break-anywhere">{intl.formatList(decided.map(kind.nameOf))}</div>}
                {undoTime}
              </>
            ),
          })}
          action={
            isUndoable && (
              <Button size="small" loading={busy} onClick={onUndo}>
                {intl.formatMessage({ id: 'office.decision.undo' })}
              </Button>
            )
          }
        />
      )}
      {refused.length > 0 && (
        <Alert
          type="error"
          role="alert"
          showIcon
          closable={closable}
          title={kind.t('refused', { count: refused.length })}
          description={<Failures failed={refused} rowKey="id" nameOf={kind.nameOf} />}
        />
      )}
    </Space>
  )
}
