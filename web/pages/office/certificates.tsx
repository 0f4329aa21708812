import { listEnrolmentChoices } from '@lectern/contract/enrolments/enrolment-office.ts'
import { listIssues, readIssue } from '@lectern/contract/certificates/certificate-office.ts'
import {
  listCertificates,
  listCorrections,
  type bundleCertificates,
} from '@lectern/contract/certificates/certificates.ts'
import { Button, Space } from 'antd'
import { useState } from 'react'
import type { BodyOf, QueryInputOf } from '@lectern/contract/endpoint.ts'
import {
  certificateKinds,
  certificateStates,
  correctionStates,
} from '@lectern/contract/certificates/certificate-values.ts'
import type { CertificateIssueId } from '@lectern/contract/ids.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagination } from '../../app/office/page-of-table.ts'
import { StageLines } from '../../features/dashboard/components/contest-lines.tsx'
import { FilterBar } from '../../features/admin-ui/components/filter-bar.tsx'
import { LinkButton } from '../../features/admin-ui/components/link-button.tsx'
import { ListFilter } from '../../features/admin-ui/components/list-filter.tsx'
import { ListSearch } from '../../features/admin-ui/components/list-search.tsx'
import { SectionTabs } from '../../features/admin-ui/components/section-tabs.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { useSelection } from '../../features/admin-ui/use-selection.ts'
import { useBundle } from '../../features/certificates/office/use-bundle.tsx'
import { CertificateTable } from '../../features/certificates/office/components/certificate-table.tsx'
import { CorrectionTable } from '../../features/certificates/office/components/correction-table.tsx'
import { NewIssue } from '../../features/certificates/office/components/new-issue.tsx'
import { IssueDrawer } from '../../features/certificates/office/components/issue-drawer.tsx'
import { IssueTable } from '../../features/certificates/office/components/issue-table.tsx'
import { StampedAlert } from '../../features/certificates/office/components/stamped-alert.tsx'
import { useCertificateWords } from '../../features/certificates/office/certificate-words.ts'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'

const tabs = ['list', 'issues', 'corrections'] as const
type Tab = (typeof tabs)[number]

const filterNames = ['search', 'edition', 'activity', 'institution', 'kind', 'award', 'stamp', 'issue'] as const
const listNames = [...filterNames, 'state', 'page', 'pageSize'] as const

const quietly = { skipErrorHandler: true }

export const loader = async ({ query, client }: LoaderInput) => {
  const tab: Tab = tabs.find((name) => name === query.get('tab')) ?? 'list'
  if (tab === 'issues') {
    const parameters = pickQuery<QueryInputOf<typeof listIssues>>(query, ['page', 'pageSize'])
    return { tab, page: await client(listIssues, { query: parameters }, quietly) } as const
  }
  if (tab === 'corrections') {
    const parameters = pickQuery<QueryInputOf<typeof listCorrections>>(query, ['state', 'page', 'pageSize'])
    return { tab, page: await client(listCorrections, { query: parameters }, quietly) } as const
  }
  const filters = pickQuery<QueryInputOf<typeof listCertificates>>(query, listNames)
  const [page, { editions, activities }, issue] = await Promise.all([
    client(listCertificates, { query: filters }, quietly),
    client(listEnrolmentChoices, { query: pickQuery(query, ['edition']) }, quietly),
    filters.issue ? client(readIssue, { params: { id: filters.issue } }, quietly) : undefined,
  ])
  return { tab, page, editions, activities, issue } as const
}

type Data = Awaited<ReturnType<typeof loader>>
type DataOf<Name extends Tab> = Extract<Data, { tab: Name }>

const useTab = () => {
  const client = useClient()
  const router = useRouter()
  const { query, busy, change } = useListAddress()
  const pagesOf = usePagination(change)
  return { client, query, busy, change, pagesOf, reload: (): void => void router.reload() }
}

const CertificatesTab = ({ page, editions, activities, issue }: DataOf<'list'>) => {
  const { t } = useCertificateWords()
  const { client, query, busy, change, pagesOf, reload } = useTab()
  const { selected, select } = useSelection(page.list, 'id')
  const bundling = useBundle(client)
  const institution = query.get('institution')
  const filter = pickQuery<NonNullable<BodyOf<typeof bundleCertificates>['filter']>>(query, filterNames)
  // Archives have valid certificates only.
  const state = query.get('state') ?? 'issued'
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <FilterBar
        list="certificate"
        keptNames={['tab']}
        tools={
          page.total > 0 &&
          state === 'issued' && (
            <Button loading={bundling.isBusy} onClick={() => void bundling.begin({ filter })}>
              {t(Object.keys(filter).length > 0 ? 'bundle.filtered' : 'bundle.all')}
            </Button>
          )
        }
      >
        <ListSearch query={query} change={change} label={t('search')} width={240} />
        <ListFilter
          query={query}
          // Activities belong to one edition.
          change={(changes) => change({ ...changes, activity: undefined })}
          name="edition"
          label={t('edition')}
          width={125}
          options={editions.map(({ id, year, name }) => ({ value: id, label: `${year} ${name}` }))}
        />
        {query.has('edition') && (
          <ListFilter
            query={query}
            change={change}
            name="activity"
            label={t('activity')}
            options={activities.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
            searchable
          />
        )}
        {issue && (
          <ListFilter
            query={query}
            change={change}
            name="issue"
            label={t('issue.title')}
            options={[{ value: issue.id, label: `${t(`kind.${issue.kind}`)} · ${issue.year} ${issue.title}` }]}
            width={220}
          />
        )}
        {institution && (
          <ListFilter
            query={query}
            change={change}
            name="institution"
            label={t('institution')}
            options={[{ value: institution, label: institution }]}
          />
        )}
        <ListFilter
          query={query}
          change={change}
          name="kind"
          label={t('kind')}
          width={125}
          options={certificateKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <ListFilter
          query={query}
          change={change}
          name="state"
          label={t('state')}
          width={125}
          options={certificateStates.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
        <ListFilter
          query={query}
          change={change}
          name="award"
          label={t('award')}
          options={[{ value: 'changed', label: t('award.changed') }]}
        />
        {query.has('stamp') && (
          <ListFilter
            query={query}
            change={change}
            name="stamp"
            label={t('stamp')}
            options={[{ value: 'demo', label: t('stamp.demo') }]}
          />
        )}
      </FilterBar>
      {query.has('stamp') && <StampedAlert client={client} onChanged={reload} />}
      <CertificateTable
        client={client}
        certificates={page.list}
        pages={pagesOf(page)}
        busy={busy}
        onSort={() => undefined}
        selected={selected}
        onSelect={select}
        onChanged={reload}
      />
    </Space>
  )
}

const IssuesTab = ({ page }: DataOf<'issues'>) => {
  const { client, query, busy, change, pagesOf, reload } = useTab()
  // Whoever follows the next step of an activity finds the dialog open.
  const about = query.get('for') ?? undefined
  const [drawer, setDrawer] = useState<CertificateIssueId | 'new' | undefined>(about ? 'new' : undefined)
  const close = (): void => setDrawer(undefined)
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <NewIssue
        client={client}
        hasButton={page.total > 0}
        isOpen={drawer === 'new'}
        about={about}
        onOpen={() => setDrawer('new')}
        onCreated={({ id }) => {
          reload()
          setDrawer(id)
        }}
        onClose={() => {
          setDrawer((current) => (current === 'new' ? undefined : current))
          if (about) change({ for: undefined })
        }}
      />
      <IssueTable
        issues={page.list}
        pages={pagesOf(page)}
        busy={busy}
        onOpen={({ id }) => setDrawer(id)}
        onCreate={() => setDrawer('new')}
      />
      {drawer && drawer !== 'new' && (
        <IssueDrawer key={drawer} client={client} id={drawer} onChanged={reload} onClose={close} />
      )}
    </Space>
  )
}

const CorrectionsTab = ({ page }: DataOf<'corrections'>) => {
  const { t } = useCertificateWords()
  const { client, query, busy, change, pagesOf, reload } = useTab()
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <FilterBar list="correction" keptNames={['tab']}>
        <ListFilter
          query={query}
          change={change}
          name="state"
          label={t('state')}
          options={correctionStates.map((value) => ({ value, label: t(`correction.state.${value}`) }))}
        />
      </FilterBar>
      <CorrectionTable client={client} corrections={page.list} pages={pagesOf(page)} busy={busy} onChanged={reload} />
    </Space>
  )
}

export default function Certificates() {
  const client = useClient()
  const router = useRouter()
  const { t, intl } = useCertificateWords()
  const data = useData<typeof loader>()
  return (
    <OfficeFrame
      title={intl.formatMessage({ id: 'menu.certificatesOffice' })}
      actions={<LinkButton to="/Admin/Certificate/Template">{t('templates')}</LinkButton>}
    >
      <StageLines client={client} />
      <SectionTabs
        activeKey={data.tab}
        onChange={(tab) => void go(router, `/Admin/Certificate?tab=${tab}`, { keepScroll: true })}
        items={tabs.map((key) => ({ key, label: t(`tab.${key}`) }))}
      />
      {data.tab === 'list' && <CertificatesTab {...data} />}
      {data.tab === 'issues' && <IssuesTab {...data} />}
      {data.tab === 'corrections' && <CorrectionsTab {...data} />}
    </OfficeFrame>
  )
}
