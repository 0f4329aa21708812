import { Button, Drawer, Space } from 'antd'
import { useState } from 'react'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { TeamDesk } from '../../features/teams/office/components/team-desk.tsx'
import { readDossier, readNeighbours } from '../../features/enrolments/office/api.ts'
import { DecisionBar } from '../../features/enrolments/office/components/decision-bar.tsx'
import { DossierView } from '../../features/enrolments/office/components/dossier-view.tsx'
import { useEnrolmentWords } from '../../features/enrolments/office/enrolment-words.ts'
import { officeAddress, orderNames } from '../../features/enrolments/office/list-query.ts'
import { pickQuery } from '../../features/admin-ui/list-address.ts'
import { Link } from '../../router/link.tsx'
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
    <Space wrap size="middle" role="navigation" aria-label={t('ways')}>
      <Link to={officeAddress(query)}>
        <span aria-hidden="true">← </span>
        {t('all')}
      </Link>
      {(['previous', 'next'] as const).map(
        (way) =>
          neighbours[way] && (
            <Link key={way} to={officeAddress(query, neighbours[way])} rel={way === 'previous' ? 'prev' : 'next'}>
              {t(way)}
            </Link>
          ),
      )}
      <Button onClick={() => window.print()}>{t('print')}</Button>
    </Space>
  )
}

export default function Enrolment() {
  const client = useClient()
  const router = useRouter()
  const { t } = useEnrolmentWords()
  const { dossier } = useData<typeof loader>()
  const { enrolment } = dossier
  const [isAtDesk, setAtDesk] = useState(false)
  const reload = (): void => void router.reload()
  return (
    <OfficeFrame title={enrolment.number ?? t('draftOf', { team: enrolment.team.name })} actions={<Ways />}>
      <DossierView
        key={enrolment.id}
        dossier={dossier}
        decision={<DecisionBar client={client} items={[enrolment]} isOwnTeam={dossier.isOwnTeam} onDecided={reload} />}
      >
        <Button aria-haspopup="dialog" onClick={() => setAtDesk(true)}>
          {t('desk')}
        </Button>
      </DossierView>
      <Drawer open={isAtDesk} destroyOnHidden size="large" title={enrolment.team.name} onClose={() => setAtDesk(false)}>
        <TeamDesk client={client} teamId={enrolment.team.id} onChanged={reload} />
      </Drawer>
    </OfficeFrame>
  )
}
