import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { TaskId } from '@lectern/contract/ids.ts'
import { decideTie, type OpenTie, type ResultList } from '@lectern/contract/results/results.ts'
import type { Client } from '../../../../request/client.ts'
import { placed } from '../../../admin-ui/arrangement.ts'
import { OrderedList } from '../../../admin-ui/components/ordered-list.tsx'
import { ReasonDialog } from '../../../admin-ui/components/reason-dialog.tsx'
import { useResultWords } from '../result-words.ts'

interface OpenTiesProps {
  client: Client
  list: ResultList
  onComputing: (task: TaskId) => void
}

interface DecideTieProps extends OpenTiesProps {
  tie: OpenTie
  onClose: () => void
}

/** Puts tied works in order; the first ones get the prize. */
const DecideTie = ({ client, list, tie, onComputing, onClose }: DecideTieProps) => {
  const { t } = useResultWords()
  const isOfInstitution = tie.cause === 'institution'
  const [works, setWorks] = useState(() => tie.works.map((work) => ({ ...work, id: work.work })))
  const send = async (reason: string): Promise<void> => {
    const body = { works: works.map(({ id }) => id), reason }
    const { task } = await client(decideTie, { params: { id: list.id }, body })
    onComputing(task)
  }
  return (
    <ReasonDialog
      title={t('tie.title', { prize: tie.prize.label })}
      help={
        <>
          <p style={{ marginBottom: 16 }}>
            {t(isOfInstitution ? 'tie.institutionHelp' : 'tie.help', { places: tie.places, prize: tie.prize.label })}
          </p>
          <OrderedList
            label={t('tie.works')}
            items={works}
            nameOf={({ number }) => number}
            onPlace={(id, side, target) => {
              const ids = placed(
                works.map((work) => work.id),
                id,
                side,
                target,
              )
              setWorks(ids.map((one) => works.find((work) => work.id === one)!))
            }}
          >
            {(work) => {
              const place = works.indexOf(work)
              return (
                <>
                  <strong>{work.title || work.number}</strong>
                  <small style={{ display: 'block', color: 'var(--ink-2)' }}>
                    {[work.number, work.team].filter(Boolean).join(' · ')}
                  </small>
                  <small style={{ display: 'block' }}>
                    {place < tie.places
                      ? t(isOfInstitution ? 'tie.competes' : 'tie.gets', { prize: tie.prize.label })
                      : t('tie.next')}
                  </small>
                </>
              )
            }}
          </OrderedList>
        </>
      }
      hint={t('tie.reason.help')}
      action={t('tie.decide')}
      onSend={send}
      onClose={onClose}
    />
  )
}

/** Ties at the border of a prize that somebody must decide. */
export const OpenTies = (props: OpenTiesProps) => {
  const { list } = props
  const { t, intl, points } = useResultWords()
  const [decided, setDecided] = useState<OpenTie>()
  if (list.openTies.length === 0) return null
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={t('ties.open', { count: list.openTies.length })}
        description={
          <ul style={{ display: 'grid', gap: 12, margin: 0, padding: 0, listStyle: 'none' }}>
            {list.openTies.map((tie) => (
              <li key={tie.works.map(({ number }) => number).join(' ')}>
                <div>
                  {tie.group && <strong>{`${tie.group.label} · `}</strong>}
                  {t(tie.cause === 'institution' ? 'ties.institution' : 'ties.one', {
                    prize: tie.prize.label,
                    places: tie.places,
                    count: tie.works.length,
                  })}
                  {tie.score !== null && ` ${t('ties.score', { score: points(tie.score) })}`}
                </div>
                <div style={{ color: 'var(--ink-2)', marginBlock: 4 }}>
                  {intl.formatList(tie.works.map(({ number, title }) => `${number} ${title}`.trim()))}
                </div>
                <Button
                  size="small"
                  type="primary"
                  aria-haspopup="dialog"
                  aria-label={t('tie.decideOf', { prize: tie.prize.label })}
                  disabled={list.may.decide !== null}
                  title={list.may.decide ?? undefined}
                  onClick={() => setDecided(tie)}
                >
                  {t('tie.decide')}
                </Button>
              </li>
            ))}
          </ul>
        }
      />
      {decided && <DecideTie {...props} tie={decided} onClose={() => setDecided(undefined)} />}
    </>
  )
}
