import { Alert, App, Button, Space } from 'antd'
import { useState } from 'react'
import type { BodyInputOf } from '@lectern/contract/endpoint.ts'
import type { RoundStep } from '@lectern/contract/review/review-values.ts'
import { deleteRound, stepRound, type Round } from '@lectern/contract/rounds/rounds.ts'
import type { Client } from '../../../../request/client.ts'
import { Link } from '../../../../router/link.tsx'
import { ConfirmDelete } from '../../../admin-ui/components/confirm-delete.tsx'
import { roundAddress } from '../round-address.ts'
import { useRoundWords } from '../round-words.ts'
import { ReasonDialog } from '../../../admin-ui/components/reason-dialog.tsx'
import { OpenTasks } from './open-tasks.tsx'
import { OpenRound } from './open-round.tsx'
import { RoundState } from './round-state.tsx'

interface RoundHeadProps {
  client: Client
  round: Round
  /** Keys of the tabs that exist, to link to them. */
  tabs: readonly string[]
  onChanged: () => void
  onDeleted: () => void
}

/** The steps that belong to a state; the first one is what usually comes next. */
const stepsIn: Record<Round['state'], readonly RoundStep[]> = {
  draft: [],
  planned: ['open', 'withdrawPlan'],
  open: ['close', 'pause'],
  paused: ['resume', 'close'],
  closed: ['reopen'],
  settled: [],
}

/** Steps that can simply be taken back need no question. */
const isHarmless = (step: RoundStep): step is 'pause' | 'resume' => step === 'pause' || step === 'resume'

type StepDetails = Pick<BodyInputOf<typeof stepRound>, 'reason' | 'acknowledged' | 'ends'>

const StepButtons = ({ client, round, onChanged }: Omit<RoundHeadProps, 'tabs' | 'onDeleted'>) => {
  const { t } = useRoundWords()
  const { modal, message } = App.useApp()
  const [busy, setBusy] = useState<RoundStep>()
  const [isReopening, setReopening] = useState(false)
  const [isOpening, setOpening] = useState(false)
  const take = async (step: RoundStep, details: StepDetails = {}): Promise<void> => {
    setBusy(step)
    try {
      const body = { step, version: round.version, ...details }
      await client(stepRound, { params: { id: round.id }, body })
      void message.success(t(`did.${step}`))
    } finally {
      setBusy(undefined)
      onChanged()
    }
  }
  const begin = (step: RoundStep): void => {
    if (step === 'reopen') return setReopening(true)
    if (step === 'open') return setOpening(true)
    // The request has shown why it failed.
    const run = (): Promise<void> => take(step).catch(() => {})
    if (isHarmless(step)) return void run()
    const content = (
      <>
        {t(`help.${step}`)}
        {step === 'close' && <OpenTasks round={round} />}
      </>
    )
    modal.confirm({ title: t(`ask.${step}`), content, okText: t(`do.${step}`), onOk: run })
  }
  return (
    <Space wrap>
      {stepsIn[round.state].map((step, index) => (
        <Button
          key={step}
          type={index === 0 ? 'primary' : 'default'}
          loading={busy === step}
          disabled={round.may[step] !== null}
          title={round.may[step] ?? undefined}
          onClick={() => begin(step)}
        >
          {t(`do.${step}`)}
        </Button>
      ))}
      {isReopening && (
        <ReasonDialog
          title={t('ask.reopen')}
          help={t('help.reopen')}
          action={t('do.reopen')}
          onSend={(reason) => take('reopen', { reason })}
          onClose={() => setReopening(false)}
        />
      )}
      {isOpening && (
        <OpenRound round={round} onOpen={(details) => take('open', details)} onClose={() => setOpening(false)} />
      )}
    </Space>
  )
}

/** How a round stands, what can be done with it, and what is to be done. */
export const RoundHead = (props: RoundHeadProps) => {
  const { client, round, tabs, onDeleted } = props
  const { t, intl } = useRoundWords()
  const [isDeleting, setDeleting] = useState(false)
  const { opensAt, closesAt, timeZone } = round
  const format = (moment: string): string => intl.formatMoment(moment, 'moment', timeZone)
  return (
    <div style={{ display: 'grid', gap: 12, marginBottom: 8 }}>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: '8px 16px', alignItems: 'center' }}>
        <Space wrap size={[12, 4]} style={{ flex: '1 1 300px' }}>
          <RoundState state={round.state} />
          <span>{t(`kind.${round.kind}`)}</span>
          <span>{opensAt && closesAt ? t('from', { from: format(opensAt), to: format(closesAt) }) : t('unset')}</span>
          <span style={{ color: 'var(--ink-2)' }}>{round.activities.map(({ name }) => name).join(' · ')}</span>
        </Space>
        <Space wrap>
          {round.may.delete === null && (
            <Button danger type="text" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
              {t('delete')}
            </Button>
          )}
          {stepsIn[round.state].length > 0 && <StepButtons {...props} />}
        </Space>
      </div>
      {round.todo.length > 0 && (
        <Alert
          type={round.todo.some(({ blocks }) => blocks) ? 'warning' : 'info'}
          title={t(round.rulesHash === null ? 'todo.before' : 'todo.now')}
          description={
            <ul style={{ paddingInlineStart: 20, margin: 0, lineHeight: '24px' }}>
              {round.todo.map(({ text, tab }) => (
                <li key={text}>{tabs.includes(tab) ? <Link to={roundAddress(round.id, tab)}>{text}</Link> : text}</li>
              ))}
            </ul>
          }
        />
      )}
      {isDeleting && (
        <ConfirmDelete
          name={round.name}
          onDelete={async () => {
            await client(deleteRound, { params: { id: round.id }, query: { version: String(round.version) } })
            onDeleted()
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </div>
  )
}
