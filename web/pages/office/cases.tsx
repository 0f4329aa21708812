import { readSettings } from '@lectern/contract/settings/office-settings.ts'
import { listArbiters, listCases } from '@lectern/contract/cases/case-office.ts'
import { Alert, Space } from 'antd'
import { caseKinds, caseStandings } from '@lectern/contract/cases/case-values.ts'
import type { QueryInputOf } from '@lectern/contract/endpoint.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { StageLines } from '../../features/dashboard/components/contest-lines.tsx'
import { FilterBar } from '../../features/admin-ui/components/filter-bar.tsx'
import { ListFilter } from '../../features/admin-ui/components/list-filter.tsx'
import { ListSearch } from '../../features/admin-ui/components/list-search.tsx'
import { SectionTabs } from '../../features/admin-ui/components/section-tabs.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { useCaseWords } from '../../features/cases/office/case-words.ts'
import { ArbiterList } from '../../features/cases/office/components/arbiter-list.tsx'
import { CaseRules } from '../../features/cases/office/components/case-rules.tsx'
import { CaseTable } from '../../features/cases/office/components/case-table.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'

const names = ['standing', 'kind', 'activity', 'search', 'page', 'pageSize'] as const

export const loader = async ({ query, client }: LoaderInput) => {
  const quietly = { skipErrorHandler: true }
  const [page, arbiters, rules] = await Promise.all([
    client(listCases, { query: pickQuery<QueryInputOf<typeof listCases>>(query, names) }, quietly),
    client(listArbiters, undefined, quietly),
    client(readSettings, undefined, quietly),
  ])
  return { page, arbiters, rules }
}

export default function Cases() {
  const client = useClient()
  const router = useRouter()
  const { t, intl } = useCaseWords()
  const { page, arbiters, rules } = useData<typeof loader>()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(page, change)
  const list = { query, change }
  const queue = (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      {page.arbiters === 0 && <Alert type="warning" showIcon title={t('arbiters.none')} />}
      {page.arbiters > 0 && !page.isArbiter && <Alert type="info" showIcon title={t('notArbiter')} />}
      <FilterBar list="case">
        <ListSearch {...list} label={t('search')} hint={t('searchHint')} />
        <ListFilter
          {...list}
          name="standing"
          label={t('standing')}
          options={caseStandings.map((value) => ({ value, label: t(`standing.${value}`) }))}
        />
        <ListFilter
          {...list}
          name="kind"
          label={t('kind')}
          options={caseKinds.map((value) => ({ value, label: intl.formatMessage({ id: `case.kind.${value}` }) }))}
        />
        {page.activities.length > 1 && (
          <ListFilter
            {...list}
            name="activity"
            label={t('activity')}
            options={page.activities.map(({ id, name }) => ({ value: id, label: name }))}
            width={200}
            searchable
          />
        )}
      </FilterBar>
      <CaseTable cases={page.list} pages={pages} busy={busy} />
    </Space>
  )
  const setup = (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <ArbiterList client={client} arbiters={arbiters} onChanged={() => router.reload()} />
      <CaseRules client={client} rules={rules} onChanged={() => router.reload()} />
    </Space>
  )
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.cases' })}>
      <StageLines client={client} activities={query.get('activity')?.split(',')} />
      <SectionTabs
        activeKey={query.get('tab') === 'arbiters' ? 'arbiters' : 'queue'}
        onChange={(tab) => change({ tab: tab === 'arbiters' ? tab : undefined })}
        items={[
          { key: 'queue', label: t('queue'), children: queue },
          { key: 'arbiters', label: t('arbiters'), children: setup },
        ]}
      />
    </OfficeFrame>
  )
}
