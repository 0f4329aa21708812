import { readActivityResults, readList } from '@lectern/contract/results/results.ts'
import { useState } from 'react'
import type { TaskId } from '@lectern/contract/ids.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagination } from '../../app/office/page-of-table.ts'
import { StageLines } from '../../features/dashboard/components/contest-lines.tsx'
import { BackLink } from '../../features/admin-ui/components/back-link.tsx'
import { SectionTabs } from '../../features/admin-ui/components/section-tabs.tsx'
import { useListAddress } from '../../features/admin-ui/list-address.ts'
import { ResultHead } from '../../features/results/office/components/result-head.tsx'
import { chosenList } from '../../features/results/office/next-step.ts'
import { resultAddress } from '../../features/results/office/result-address.ts'
import { chosenTab, tabsOf } from '../../features/results/office/result-tabs.tsx'
import { useResultWords } from '../../features/results/office/result-words.ts'
import { useFollowedTask } from '../../features/tasks/use-followed-task.ts'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'

/** The results of an activity, one of its lists, and what the chosen tab shows. */
export const loader = async ({ params, query, client }: LoaderInput) => {
  const quietly = { skipErrorHandler: true }
  const results = await client(readActivityResults, { params: { id: params['id']! } }, quietly)
  const chosen = chosenList(results.lists, query.get('list'))
  const list = chosen && (await client(readList, { params: { id: chosen.id } }, quietly))
  const { key, load } = chosenTab(tabsOf(results, list), query.get('tab'))
  return { results, list, key, data: await load({ results, list, query, client }) }
}

export default function Result() {
  const client = useClient()
  const router = useRouter()
  const { intl } = useResultWords()
  const { results, list, key, data } = useData<typeof loader>()
  const { query, change } = useListAddress()
  const pagesOf = usePagination(change)
  const [started, setStarted] = useState<TaskId | null>(null)
  const reload = (): void => void router.reload()
  const task = useFollowedTask(client, started ?? results.task, ({ state }) => {
    if (state !== 'failed') setStarted(null)
    // The new list is shown, whichever was looked at before.
    if (state === 'done' && query.has('list')) void go(router, resultAddress(results.id, key), { keepScroll: true })
    else reload()
  })
  const isComputing = (started ?? results.task) !== null && task?.state !== 'failed'
  const tabs = tabsOf(results, list)
  const { component: Tab } = chosenTab(tabs, key)
  // An earlier list stays chosen from tab to tab.
  const earlier = query.has('list') ? list?.id : undefined
  return (
    <OfficeFrame
      title={results.name}
      actions={<BackLink to={`/Admin/Result?edition=${results.edition.id}`} label="menu.resultsOffice" />}
    >
      <StageLines client={client} activities={[results.id]} edition={results.edition.id} />
      <ResultHead
        client={client}
        results={results}
        list={list}
        task={task}
        isComputing={isComputing}
        onChoose={(id) => void go(router, resultAddress(results.id, key, id), { keepScroll: true })}
        onChanged={reload}
        onComputing={setStarted}
      />
      <SectionTabs
        activeKey={key}
        onChange={(next) => void go(router, resultAddress(results.id, next, earlier), { keepScroll: true })}
        items={tabs.map((tab) => ({ key: tab.key, label: intl.formatMessage({ id: tab.label }) }))}
      />
      <Tab
        key={`${results.id} ${key}`}
        client={client}
        results={results}
        list={list}
        data={data}
        pagesOf={pagesOf}
        onChanged={reload}
        onComputing={setStarted}
      />
    </OfficeFrame>
  )
}
