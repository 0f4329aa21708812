import { Button, Empty, Select, Space } from 'antd'
import { useState } from 'react'
import { listPhases, type OfficePhase, type Timeline } from '@lectern/contract/competition/phases.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { catchFocus } from '../../features/admin-ui/catch-focus.ts'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { PhaseDialog } from '../../features/competition/office/components/phase-dialog.tsx'
import { PhasePlan } from '../../features/competition/office/components/phase-plan.tsx'
import { PhaseRemoval } from '../../features/competition/office/components/phase-removal.tsx'
import { PhaseTable } from '../../features/competition/office/components/phase-table.tsx'
import { TimelineChart } from '../../features/competition/office/components/timeline-chart.tsx'
import { missingPhases, nextPhase } from '../../features/competition/office/next-phase.ts'
import { usePhaseWords } from '../../features/competition/office/phase-words.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

export const loader = ({ query, client }: LoaderInput) =>
  client(listPhases, { query: pickQuery(query, ['edition']) }, { skipErrorHandler: true })

type Shown = NonNullable<Timeline['edition']>

interface Dialogs {
  edited: { phase: OfficePhase | undefined; initial: Omit<OfficePhase, 'id' | 'standing' | 'version' | 'updatedAt'> }
  removed: OfficePhase
}

const Desk = ({ timeline, edition }: { timeline: Timeline; edition: Shown }) => {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { change } = useListAddress()
  const words = usePhaseWords(edition.timeZone)
  const [edited, setEdited] = useState<Dialogs['edited']>()
  const [removed, setRemoved] = useState<Dialogs['removed']>()
  const [isPlanning, setPlanning] = useState(false)
  const { t } = words
  const { list: phases, activities, editions, now } = timeline
  const missing = missingPhases(phases, now, edition.timeZone).filter(({ kind }) => !timeline.whyNot[kind])
  const edit = (phase: OfficePhase): void =>
    setEdited({ phase: phases.find(({ id }) => id === phase.id), initial: phase })
  return (
    <OfficeFrame
      title={intl.formatMessage({ id: 'menu.phases' })}
      actions={
        <Space wrap>
          {editions.length > 1 && (
            <Select
              aria-label={t('editionChoice')}
              value={edition.id}
              style={{ maxWidth: 'calc(100vw - 32px)' }}
              options={editions.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id) => change({ edition: id })}
            />
          )}
          <Button
            type={missing.length > 1 ? 'default' : 'primary'}
            onClick={() => setEdited({ phase: undefined, initial: nextPhase(phases, now, edition.timeZone) })}
          >
            {t('add')}
          </Button>
          {missing.length > 1 && (
            <Button type="primary" aria-haspopup="dialog" onClick={() => setPlanning(true)}>
              {t('plan')}
            </Button>
          )}
        </Space>
      }
    >
      <Space orientation="vertical" size="large" style={{ width: '100%' }}>
        <p style={{ margin: 0 }}>{t('intro', { edition: edition.name, zone: words.zone })}</p>
        <TimelineChart timeline={timeline} words={words} onEdit={edit} />
        <PhaseTable timeline={timeline} words={words} onEdit={edit} onDelete={setRemoved} />
      </Space>
      {edited && (
        <PhaseDialog
          client={client}
          timeline={timeline}
          edition={edition}
          words={words}
          phase={edited.phase}
          initial={edited.initial}
          onSaved={() => void router.reload()}
          onClose={() => setEdited(undefined)}
        />
      )}
      {isPlanning && (
        <PhasePlan
          client={client}
          edition={edition}
          words={words}
          missing={missing}
          onSaved={() => void router.reload()}
          onClose={() => setPlanning(false)}
        />
      )}
      {removed && (
        <PhaseRemoval
          client={client}
          editionId={edition.id}
          phase={removed}
          place={words.placeName(activities, removed.activityId)}
          words={words}
          onDeleted={() => router.reload()}
          onClose={() => {
            setRemoved(undefined)
            catchFocus()
          }}
        />
      )}
    </OfficeFrame>
  )
}

export default function Phases() {
  const intl = useIntl()
  const timeline = useData<typeof loader>()
  if (timeline.edition) return <Desk key={timeline.edition.id} timeline={timeline} edition={timeline.edition} />
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.phases' })}>
      <Empty description={intl.formatMessage({ id: 'office.phases.noEdition' })} />
    </OfficeFrame>
  )
}
