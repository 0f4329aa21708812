import { readDossier, readEnrolmentQueue, readNeighbours } from '@lectern/contract/enrolments/enrolment-office.ts'
import type { Decision } from '@lectern/contract/enrolments/enrolment-values.ts'
import { Button, Drawer, Space } from 'antd'
import { useState } from 'react'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { TeamDesk } from '../../features/teams/office/components/team-desk.tsx'
import { DecisionBar } from '../../features/admin-ui/components/decision-bar.tsx'
import { DossierView } from '../../features/enrolments/office/components/dossier-view.tsx'
import { WaitingListButton } from '../../features/enrolments/office/components/waiting-list-button.tsx'
import { WaitingListDialog } from '../../features/enrolments/office/components/waiting-list-dialog.tsx'
import { useEnrolmentWords } from '../../features/enrolments/office/enrolment-words.ts'
import { useDecisions, type DecidableEnrolment } from '../../features/enrolments/office/use-decisions.ts'
import { officeAddress, orderNames, queueAddress, queueNames } from '../../features/enrolments/office/list-query.ts'
import { LinkButton } from '../../features/admin-ui/components/link-button.tsx'
import { ListWays } from '../../features/admin-ui/components/list-ways.tsx'
import { QueueBar } from '../../features/admin-ui/components/queue-bar.tsx'
import { createDecisionMemory } from '../../features/admin-ui/decide.ts'
import { pickQuery } from '../../features/admin-ui/list-address.ts'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter, useRouterState } from '../../router/router-context.tsx'
import { useKeysChoice } from '../../ui/keys-choice.ts'

export const loader = async ({ params, query, client }: LoaderInput) => {
  const id = params['id']!
  const input = { params: { id } }
  const quietly = { skipErrorHandler: true }
  const [dossier, neighbours, queue] = await Promise.all([
    client(readDossier, input, quietly),
    client(readNeighbours, { ...input, query: pickQuery(query, orderNames) }, quietly),
    client(readEnrolmentQueue, { query: { ...pickQuery(query, queueNames), at: id } }, quietly),
  ])
  return { dossier, neighbours, queue }
}

/** What was decided last in the queue: the page of the next enrolment is another one. */
const queueMemory = createDecisionMemory<DecidableEnrolment, Decision>()

const decisionKeys: Partial<Record<Decision, string>> = { approved: 'a', returned: 'r', rejected: 'd' }

/** Links to the previous and next enrolment of the list in the address. */
const Ways = () => {
  const { t } = useEnrolmentWords()
  const { dossier, neighbours, queue } = useData<typeof loader>()
  const query = new URLSearchParams(useRouterState().place.search)
  const isQueue = query.has('queue')
  const waiting = queue.position === null ? queue.next : dossier.enrolment.id
  return (
    <ListWays
      all={t('all')}
      neighbours={isQueue ? { previous: null, next: null } : neighbours}
      addressOf={(id) => officeAddress(query, id)}
    >
      {!isQueue && waiting && <LinkButton to={queueAddress(query, waiting)}>{t('queue.go')}</LinkButton>}
      <Button onClick={() => window.print()}>{t('print')}</Button>
    </ListWays>
  )
}

export default function Enrolment() {
  const client = useClient()
  const router = useRouter()
  const { t } = useEnrolmentWords()
  const decisions = useDecisions(client)
  const { dossier, queue } = useData<typeof loader>()
  const query = new URLSearchParams(useRouterState().place.search)
  const isQueue = query.has('queue')
  const [areKeysOn, chooseKeys] = useKeysChoice()
  const { enrolment } = dossier
  const [isAtDesk, setAtDesk] = useState(false)
  const [dialog, setDialog] = useState<'add' | 'remove'>()
  const reload = (): void => void router.reload()
  return (
    <OfficeFrame title={enrolment.number ?? t('draftOf', { team: enrolment.team.name })} actions={<Ways />}>
      {isQueue && (
        <QueueBar
          queue={queue}
          addressOf={(id) => queueAddress(query, id)}
          leaveTo={officeAddress(query, enrolment.id)}
          t={t}
          areKeysOn={areKeysOn}
          onKeys={chooseKeys}
        />
      )}
      <DossierView
        key={enrolment.id}
        dossier={dossier}
        decision={
          <DecisionBar
            kind={decisions}
            items={[{ ...enrolment, whyNotApprove: dossier.whyNotApprove }]}
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
          {enrolment.state === 'draft' && (
            <WaitingListButton dossier={dossier} onAsk={() => setDialog(enrolment.waiting ? 'remove' : 'add')} />
          )}
        </Space>
      </DossierView>
      {dialog && (
        <WaitingListDialog
          client={client}
          change={dialog}
          enrolmentId={enrolment.id}
          team={enrolment.team.name}
          onChanged={() => router.reload()}
          onClose={() => setDialog(undefined)}
        />
      )}
      <Drawer open={isAtDesk} destroyOnHidden size="large" title={enrolment.team.name} onClose={() => setAtDesk(false)}>
        <TeamDesk client={client} teamId={enrolment.team.id} onChanged={reload} />
      </Drawer>
    </OfficeFrame>
  )
}
