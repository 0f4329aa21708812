import { readWorkDossier, readWorkNeighbours, readWorkQueue } from '@lectern/contract/works/work-office.ts'
import type { WorkDecision } from '@lectern/contract/works/work-values.ts'
import { Button, Drawer, Space } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { DecisionBar } from '../../features/admin-ui/components/decision-bar.tsx'
import { createDecisionMemory } from '../../features/admin-ui/decide.ts'
import { LinkButton } from '../../features/admin-ui/components/link-button.tsx'
import { QueueBar } from '../../features/admin-ui/components/queue-bar.tsx'
import { ListWays } from '../../features/admin-ui/components/list-ways.tsx'
import { pickQuery } from '../../features/admin-ui/list-address.ts'
import { TeamDesk } from '../../features/teams/office/components/team-desk.tsx'
import { WorkDossier } from '../../features/works/office/components/work-dossier.tsx'
import {
  editAddress,
  officeAddress,
  orderNames,
  queueAddress,
  queueNames,
} from '../../features/works/office/list-query.ts'
import { useDecisions, type DecidableWork } from '../../features/works/office/use-decisions.ts'
import { useWorkWords } from '../../features/works/office/work-words.ts'
import { go } from '../../router/history.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter, useRouterState } from '../../router/router-context.tsx'
import { useKeysChoice } from '../../ui/keys-choice.ts'

export const loader = async ({ params, query, client }: LoaderInput) => {
  const id = params['id']!
  const input = { params: { id } }
  const quietly = { skipErrorHandler: true }
  const [dossier, neighbours, queue] = await Promise.all([
    client(readWorkDossier, input, quietly),
    client(readWorkNeighbours, { ...input, query: pickQuery(query, orderNames) }, quietly),
    client(readWorkQueue, { query: { ...pickQuery(query, queueNames), at: id } }, quietly),
  ])
  return { dossier, neighbours, queue }
}

const pollMilliseconds = 3_000

/** Loads the page again while something about the work is being found out. */
const useReloads = (isAwaiting: boolean, reload: () => void): void => {
  const again = useEffectEvent(reload)
  useEffect(() => {
    if (!isAwaiting) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') again()
    }, pollMilliseconds)
    return () => clearInterval(timer)
  }, [isAwaiting])
}

/** What was decided last in the queue: the page of the next work is another one. */
const queueMemory = createDecisionMemory<DecidableWork, WorkDecision>()

const decisionKeys: Partial<Record<WorkDecision, string>> = { accepted: 'a', returned: 'r', disqualified: 'd' }

export default function Work() {
  const client = useClient()
  const router = useRouter()
  const { t } = useWorkWords()
  const decisions = useDecisions(client)
  const { dossier, neighbours, queue } = useData<typeof loader>()
  const query = new URLSearchParams(useRouterState().place.search)
  const isQueue = query.get('queue') !== null
  const { work } = dossier
  const [isAtDesk, setAtDesk] = useState(false)
  const [areKeysOn, chooseKeys] = useKeysChoice()
  const reload = (): void => void router.reload()
  useReloads(work.isScanning, reload)
  return (
    <OfficeFrame
      title={work.number}
      actions={
        <ListWays
          all={t('all')}
          neighbours={isQueue ? { previous: null, next: null } : neighbours}
          addressOf={(id) => officeAddress(query, id)}
        >
          {!isQueue && (queue.position !== null || queue.next) && (
            <LinkButton to={queueAddress(query, queue.position === null ? queue.next! : work.id)}>
              {t('queue.go')}
            </LinkButton>
          )}
        </ListWays>
      }
    >
      {isQueue && (
        <QueueBar
          queue={queue}
          addressOf={(id) => queueAddress(query, id)}
          leaveTo={officeAddress(query, work.id)}
          t={t}
          areKeysOn={areKeysOn}
          onKeys={chooseKeys}
        />
      )}
      <WorkDossier
        key={work.id}
        client={client}
        dossier={dossier}
        onChanged={reload}
        decision={
          <DecisionBar
            kind={decisions}
            items={[{ ...work, whyNotAccept: dossier.whyNotAccept }]}
            isOwnActivity={dossier.isOwnActivity}
            {...(isQueue && { series: { keys: decisionKeys, areKeysOn, memory: queueMemory } })}
            onDecided={({ decision, decided }) => {
              const isNext = isQueue && decided.length > 0 && decision !== decisions.revocation && queue.next
              if (isNext) void go(router, queueAddress(query, queue.next!))
              else reload()
            }}
          />
        }
      >
        <Space wrap>
          <Button aria-haspopup="dialog" onClick={() => setAtDesk(true)}>
            {t('desk')}
          </Button>
          {!dossier.isOwnActivity && <Link to={editAddress(work.id)}>{t('editFor')}</Link>}
        </Space>
      </WorkDossier>
      <Drawer open={isAtDesk} destroyOnHidden size="large" title={work.team.name} onClose={() => setAtDesk(false)}>
        <TeamDesk client={client} teamId={work.team.id} usualKind="submission" onChanged={reload} />
      </Drawer>
    </OfficeFrame>
  )
}
