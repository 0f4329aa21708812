import { listRounds } from '@lectern/contract/rounds/rounds.ts'
import { listEnrolmentChoices } from '@lectern/contract/enrolments/enrolment-office.ts'
import { Button, Select, Space } from 'antd'
import { useState } from 'react'
import type { QueryInputOf } from '@lectern/contract/endpoint.ts'
import { roundStates } from '@lectern/contract/review/review-values.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { StageLines } from '../../features/dashboard/components/contest-lines.tsx'
import { FilterBar } from '../../features/admin-ui/components/filter-bar.tsx'
import { ListFilter } from '../../features/admin-ui/components/list-filter.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { RoundCreation } from '../../features/rounds/office/components/round-creation.tsx'
import { RoundTable } from '../../features/rounds/office/components/round-table.tsx'
import { roundAddress } from '../../features/rounds/office/round-address.ts'
import { useRoundWords } from '../../features/rounds/office/round-words.ts'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'

const listNames = ['edition', 'state', 'page', 'pageSize'] as const

export const loader = async ({ query, client }: LoaderInput) => {
  const quietly = { skipErrorHandler: true }
  const [page, choices] = await Promise.all([
    client(listRounds, { query: pickQuery<QueryInputOf<typeof listRounds>>(query, listNames) }, quietly),
    client(listEnrolmentChoices, { query: pickQuery(query, ['edition']) }, quietly),
  ])
  return { page, choices }
}

export default function Rounds() {
  const client = useClient()
  const router = useRouter()
  const { t, intl } = useRoundWords()
  const { page, choices } = useData<typeof loader>()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(page, change)
  const [isCreating, setCreating] = useState(false)
  const create = choices.edition && choices.activities.length > 0 ? () => setCreating(true) : undefined
  return (
    <OfficeFrame
      title={intl.formatMessage({ id: 'menu.rounds' })}
      actions={
        create && (
          <Button type="primary" aria-haspopup="dialog" onClick={create}>
            {t('create')}
          </Button>
        )
      }
    >
      <StageLines client={client} edition={choices.edition ?? undefined} />
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <FilterBar list="round">
          {choices.editions.length > 1 && (
            <Select
              aria-label={t('edition')}
              value={choices.edition}
              options={choices.editions.map(({ id, year, name }) => ({ value: id, label: `${year} ${name}` }))}
              onChange={(edition: string) => change({ edition })}
              popupMatchSelectWidth={false}
              style={{ width: 220, maxWidth: '100%' }}
            />
          )}
          <ListFilter
            query={query}
            change={change}
            name="state"
            label={t('state')}
            options={roundStates.map((value) => ({ value, label: t(`state.${value}`) }))}
          />
        </FilterBar>
        <RoundTable rounds={page.list} pages={pages} busy={busy} onCreate={create} />
      </Space>
      {isCreating && choices.edition && (
        <RoundCreation
          client={client}
          choices={choices}
          editionId={choices.edition}
          onCreated={({ id }) => void go(router, roundAddress(id))}
          onClose={() => setCreating(false)}
        />
      )}
    </OfficeFrame>
  )
}
