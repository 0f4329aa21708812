import { Button, Space, Typography } from 'antd'
import { useId, useState } from 'react'
import type { WorkId } from '@lectern/contract/ids.ts'
import { decideRedaction, type Redaction } from '@lectern/contract/works/work-office.ts'
import type { RedactionDecision } from '@lectern/contract/works/work-values.ts'
import type { Client } from '../../../../request/client.ts'
import { Moment } from '../../../../ui/moment.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { workFileUrl } from '../list-query.ts'
import { useWorkWords } from '../work-words.ts'
import styles from './work-dossier.module.css'

const tones = { waiting: 'waiting', confirmed: 'good', refused: 'quiet' } as const

interface ItemProps {
  work: WorkId
  redaction: Redaction
  /** The reader takes part: another organiser has to decide. */
  isOwnActivity: boolean
  busy: boolean
  onDecide: (decision: RedactionDecision) => void
}

const Item = ({ work, redaction, isOwnActivity, busy, onDecide }: ItemProps) => {
  const { t, stage } = useWorkWords()
  const why = useId()
  const { file, copy, reason, proposedBy, proposedAt, decision, decidedBy, decidedAt } = redaction
  const refusal = isOwnActivity ? stage('ownActivity.why') : redaction.whyNotConfirm
  return (
    // Notices lead here.
    <li id={`redaction-${redaction.id}`} style={{ scrollMarginTop: 72 }}>
      <div className={`cluster break-anywhere ${styles.leakHead}`}>
        <StateTag tone={tones[decision ?? 'waiting']}>{t(`redaction.${decision ?? 'waiting'}`)}</StateTag>
        <strong>{file.name}</strong>
      </div>
      <div className="break-anywhere pre-line">{reason}</div>
      <Typography.Text type="secondary">
        {t('redaction.proposedBy', { name: proposedBy ?? '' })} · <Moment value={proposedAt} />
      </Typography.Text>
      {decision && decidedAt && (
        <Typography.Text type="secondary">
          {t(`redaction.${decision}By`, { name: decidedBy ?? '' })} · <Moment value={decidedAt} />
        </Typography.Text>
      )}
      {copy && (
        <a href={workFileUrl(work, copy, false)} target="_blank" rel="noreferrer">
          {t('redaction.look')}
        </a>
      )}
      {decision === null && (
        <Space wrap size="small">
          <Button
            size="small"
            type="primary"
            disabled={busy || refusal !== null}
            aria-describedby={refusal ? why : undefined}
            onClick={() => onDecide('confirmed')}
          >
            {t('redaction.confirm')}
          </Button>
          <Button size="small" disabled={busy || isOwnActivity} onClick={() => onDecide('refused')}>
            {t('redaction.refuse')}
          </Button>
          {refusal && (
            <Typography.Text id={why} type="secondary">
              {refusal}
            </Typography.Text>
          )}
        </Space>
      )}
    </li>
  )
}

interface RedactionListProps {
  client: Client
  work: WorkId
  redactions: readonly Redaction[]
  isOwnActivity: boolean
  onChanged: () => void
}

/** Copies that were to replace what experts were judging: who proposed them and why, and who decided. */
export const RedactionList = ({ client, work, redactions, isOwnActivity, onChanged }: RedactionListProps) => {
  const [busy, setBusy] = useState(false)
  const decide = async (redaction: Redaction['id'], decision: RedactionDecision): Promise<void> => {
    setBusy(true)
    try {
      await client(decideRedaction, { params: { id: work, redaction }, body: { decision } }, { inPlaceSignIn: true })
    } catch {
      // The request has shown the reason; the stored state is reloaded.
    }
    setBusy(false)
    onChanged()
  }
  return (
    <ul className={`stack gap-12 ${styles.leaks}`}>
      {redactions.map((redaction) => (
        <Item
          key={redaction.id}
          work={work}
          redaction={redaction}
          isOwnActivity={isOwnActivity}
          busy={busy}
          onDecide={(decision) => void decide(redaction.id, decision)}
        />
      ))}
    </ul>
  )
}
