import { Button, Checkbox, Empty, Grid as Screen, Pagination, Space } from 'antd'
import { useState } from 'react'
import type { QueryInputOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/rounds/review-plan.ts'
import { readGrid, type Grid } from '@lectern/contract/rounds/review-plan.ts'
import { FilterBar } from '../../../admin-ui/components/filter-bar.tsx'
import { ListSearch } from '../../../admin-ui/components/list-search.tsx'
import { pickQuery, useListAddress } from '../../../admin-ui/list-address.ts'
import { useReminding } from '../../../scoring/office/use-reminding.tsx'
import { usePlanWords } from '../plan-words.ts'
import { defineTab, type RoundTabProps } from '../round-tab.ts'
import { useRoundWords } from '../round-words.ts'
import { AssignmentDrawer } from './assignment-drawer.tsx'
import { GridCards } from './grid-cards.tsx'
import { GridTable } from './grid-table.tsx'
import type { OpenedCell } from './grid-work.tsx'

/** More experts than this are shown only if they judge a work of the page. */
const manyExperts = 24

const GridTab = ({ client, round, data: grid, pagesOf, onChanged }: RoundTabProps<Grid>) => {
  const { t } = usePlanWords()
  const { t: words } = useRoundWords()
  const { query, change } = useListAddress()
  const { md: hasRoom = false } = Screen.useBreakpoint()
  const remind = useReminding({ client, round, onChanged })
  const [opened, setOpened] = useState<OpenedCell>()
  const [areAllShown, showAll] = useState(grid.experts.length <= manyExperts)
  const { list, experts } = grid
  const judging = new Set(list.flatMap(({ cells }) => cells.map(({ reviewer }) => reviewer)))
  const columns = areAllShown ? experts : experts.filter(({ id }) => judging.has(id))
  const behind = experts.filter(({ id, works, finished }) => judging.has(id) && finished < works)
  const isRunning = round.state === 'open' || round.state === 'paused'
  const Shown = hasRoom ? GridTable : GridCards
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <p className="muted" style={{ margin: 0 }}>
        {t('grid.about')}
      </p>
      <FilterBar
        list="roundGrid"
        keptNames={['tab']}
        tools={
          isRunning &&
          behind.length > 0 && (
            <Button onClick={() => void remind(behind)}>{t('grid.remind', { count: behind.length })}</Button>
          )
        }
      >
        <ListSearch query={query} change={change} label={words('search')} hint={words('searchHint')} width={280} />
        <Checkbox
          checked={query.get('short') === 'true'}
          onChange={({ target }) => change({ short: target.checked ? 'true' : undefined })}
        >
          {words('onlyShort')}
        </Checkbox>
        {experts.length > manyExperts && hasRoom && (
          <Checkbox checked={areAllShown} onChange={({ target }) => showAll(target.checked)}>
            {t('grid.all')}
          </Checkbox>
        )}
      </FilterBar>
      {list.length === 0 ? (
        <Empty description={t('grid.none')} />
      ) : (
        <Shown
          works={list}
          experts={columns}
          round={round}
          onOpen={setOpened}
          onRemind={isRunning ? (expert) => void remind([expert]) : undefined}
        />
      )}
      <Pagination {...pagesOf(grid)} align="end" />
      {opened && (
        <AssignmentDrawer
          client={client}
          round={round}
          work={opened.work}
          isThird={opened.isThird ?? false}
          proposed={opened.proposed}
          onChanged={onChanged}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Space>
  )
}

const names = ['search', 'short', 'panel', 'page', 'pageSize'] as const

export const gridTab = defineTab<Grid>({
  key: 'grid',
  label: 'office.plan.grid',
  load: ({ round, query, client }) =>
    client(
      readGrid,
      { params: { id: round.id }, query: pickQuery<QueryInputOf<typeof contract.readGrid>>(query, names) },
      { skipErrorHandler: true },
    ),
  component: GridTab,
  isShown: ({ state }) => state !== 'draft',
})
