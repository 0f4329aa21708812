import { Button, Drawer, Space } from 'antd'
import { useState } from 'react'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { DecisionBar } from '../../features/admin-ui/components/decision-bar.tsx'
import { ListWays } from '../../features/admin-ui/components/list-ways.tsx'
import { pickQuery } from '../../features/admin-ui/list-address.ts'
import { TeamDesk } from '../../features/teams/office/components/team-desk.tsx'
import { readWorkDossier, readWorkNeighbours } from '../../features/works/office/api.ts'
import { WorkDossier } from '../../features/works/office/components/work-dossier.tsx'
import { editAddress, officeAddress, orderNames } from '../../features/works/office/list-query.ts'
import { useDecisions } from '../../features/works/office/use-decisions.ts'
import { useWorkWords } from '../../features/works/office/work-words.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter, useRouterState } from '../../router/router-context.tsx'

export const loader = async ({ params, query, client }: LoaderInput) => {
  const asked = { params: { id: params['id']! } }
  const quietly = { skipErrorHandler: true }
  const [dossier, neighbours] = await Promise.all([
    client(readWorkDossier, asked, quietly),
    client(readWorkNeighbours, { ...asked, query: pickQuery(query, orderNames) }, quietly),
  ])
  return { dossier, neighbours }
}

export default function Work() {
  const client = useClient()
  const router = useRouter()
  const { t } = useWorkWords()
  const decisions = useDecisions(client)
  const { dossier, neighbours } = useData<typeof loader>()
  const query = new URLSearchParams(useRouterState().place.search)
  const { work } = dossier
  const [isAtDesk, setAtDesk] = useState(false)
  const reload = (): void => void router.reload()
  return (
    <OfficeFrame
      title={work.number}
      actions={<ListWays all={t('all')} neighbours={neighbours} addressOf={(id) => officeAddress(query, id)} />}
    >
      <WorkDossier
        key={work.id}
        client={client}
        dossier={dossier}
        onChanged={reload}
        decision={
          <DecisionBar kind={decisions} items={[work]} isOwnActivity={dossier.isOwnActivity} onDecided={reload} />
        }
      >
        <Space wrap>
          <Button aria-haspopup="dialog" onClick={() => setAtDesk(true)}>
            {t('desk')}
          </Button>
          <Link to={editAddress(work.id)}>{t('editFor')}</Link>
        </Space>
      </WorkDossier>
      <Drawer open={isAtDesk} destroyOnHidden size="large" title={work.team.name} onClose={() => setAtDesk(false)}>
        <TeamDesk client={client} teamId={work.team.id} usualKind="submission" onChanged={reload} />
      </Drawer>
    </OfficeFrame>
  )
}
