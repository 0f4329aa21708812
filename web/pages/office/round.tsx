import { readRound } from '@lectern/contract/rounds/rounds.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagination } from '../../app/office/page-of-table.ts'
import { StageLines } from '../../features/dashboard/components/contest-lines.tsx'
import { BackLink } from '../../features/admin-ui/components/back-link.tsx'
import { SectionTabs } from '../../features/admin-ui/components/section-tabs.tsx'
import { useListAddress } from '../../features/admin-ui/list-address.ts'
import { RoundHead } from '../../features/rounds/office/components/round-head.tsx'
import { roundAddress } from '../../features/rounds/office/round-address.ts'
import { chosenTab, tabsOf } from '../../features/rounds/office/round-tabs.tsx'
import { useRoundWords } from '../../features/rounds/office/round-words.ts'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'

/** The round, and what its chosen tab shows. */
export const loader = async ({ params, query, client }: LoaderInput) => {
  const round = await client(readRound, { params: { id: params['id']! } }, { skipErrorHandler: true })
  const { key, load } = chosenTab(round, query.get('tab'))
  return { round, key, data: await load({ round, query, client }) }
}

export default function Round() {
  const client = useClient()
  const router = useRouter()
  const { intl } = useRoundWords()
  const { round, key, data } = useData<typeof loader>()
  const { change } = useListAddress()
  const pagesOf = usePagination(change)
  const tabs = tabsOf(round)
  const { component: Tab } = chosenTab(round, key)
  const reload = (): void => void router.reload()
  const list = `/Admin/Review?edition=${round.editionId}`
  return (
    <OfficeFrame title={round.name} actions={<BackLink to={list} label="menu.rounds" />}>
      <StageLines client={client} activities={round.activities.map(({ id }) => id)} edition={round.editionId} />
      <RoundHead
        client={client}
        round={round}
        tabs={tabs.map((tab) => tab.key)}
        onChanged={reload}
        onDeleted={() => void go(router, list, { replace: true })}
      />
      <SectionTabs
        activeKey={key}
        onChange={(next) => void go(router, roundAddress(round.id, next), { keepScroll: true })}
        items={tabs.map((tab) => ({ key: tab.key, label: intl.formatMessage({ id: tab.label }) }))}
      />
      <Tab key={`${round.id} ${key}`} client={client} round={round} data={data} pagesOf={pagesOf} onChanged={reload} />
    </OfficeFrame>
  )
}
