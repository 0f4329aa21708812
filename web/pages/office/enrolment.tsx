import { Button, Drawer, Space } from 'antd'
import { useState } from 'react'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { TeamDesk } from '../../features/teams/office/components/team-desk.tsx'
import { readDossier, readNeighbours } from '../../features/enrolments/office/api.ts'
import { DecisionBar } from '../../features/admin-ui/components/decision-bar.tsx'
import { DossierView } from '../../features/enrolments/office/components/dossier-view.tsx'
import { WaitingButton } from '../../features/enrolments/office/components/waiting-button.tsx'
import { WaitingQuestion } from '../../features/enrolments/office/components/waiting-question.tsx'
import { useEnrolmentWords } from '../../features/enrolments/office/enrolment-words.ts'
import { useDecisions } from '../../features/enrolments/office/use-decisions.ts'
import { officeAddress, orderNames } from '../../features/enrolments/office/list-query.ts'
import { ListWays } from '../../features/admin-ui/components/list-ways.tsx'
import { pickQuery } from '../../features/admin-ui/list-address.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter, useRouterState } from '../../router/router-context.tsx'

export const loader = async ({ params, query, client }: LoaderInput) => {
  const asked = { params: { id: params['id']! } }
  const quietly = { skipErrorHandler: true }
  const [dossier, neighbours] = await Promise.all([
    client(readDossier, asked, quietly),
    client(readNeighbours, { ...asked, query: pickQuery(query, orderNames) }, quietly),
  ])
  return { dossier, neighbours }
}

/** Links to the previous and next enrolment of the list in the address. */
const Ways = () => {
  const { t } = useEnrolmentWords()
  const { neighbours } = useData<typeof loader>()
  const query = new URLSearchParams(useRouterState().place.search)
  return (
    <ListWays all={t('all')} neighbours={neighbours} addressOf={(id) => officeAddress(query, id)}>
      <Button onClick={() => window.print()}>{t('print')}</Button>
    </ListWays>
  )
}

export default function Enrolment() {
  const client = useClient()
  const router = useRouter()
  const { t } = useEnrolmentWords()
  const decisions = useDecisions(client)
  const { dossier } = useData<typeof loader>()
  const { enrolment } = dossier
  const [isAtDesk, setAtDesk] = useState(false)
  const [asked, setAsked] = useState<'add' | 'remove'>()
  const reload = (): void => void router.reload()
  return (
    <OfficeFrame title={enrolment.number ?? t('draftOf', { team: enrolment.team.name })} actions={<Ways />}>
      <DossierView
        key={enrolment.id}
        dossier={dossier}
        decision={
          <DecisionBar kind={decisions} items={[enrolment]} isOwnActivity={dossier.isOwnActivity} onDecided={reload} />
        }
      >
        <Space wrap>
          <Button aria-haspopup="dialog" onClick={() => setAtDesk(true)}>
            {t('desk')}
          </Button>
          {enrolment.state === 'draft' && (
            <WaitingButton dossier={dossier} onAsk={() => setAsked(enrolment.waiting ? 'remove' : 'add')} />
          )}
        </Space>
      </DossierView>
      {asked && (
        <WaitingQuestion
          client={client}
          change={asked}
          enrolmentId={enrolment.id}
          team={enrolment.team.name}
          onChanged={() => router.reload()}
          onClose={() => setAsked(undefined)}
        />
      )}
      <Drawer open={isAtDesk} destroyOnHidden size="large" title={enrolment.team.name} onClose={() => setAtDesk(false)}>
        <TeamDesk client={client} teamId={enrolment.team.id} onChanged={reload} />
      </Drawer>
    </OfficeFrame>
  )
}
