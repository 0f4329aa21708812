import { Button, Space } from 'antd'
import { useState } from 'react'
import type { BodyOf, QueryInputOf } from '@lectern/contract/endpoint.ts'
import { certificateKinds, certificateStates, correctionStates } from '@lectern/contract/certificate-values.ts'
import type { CertificateIssueId } from '@lectern/contract/ids.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagination } from '../../app/office/page-of-table.ts'
import { FilterBar } from '../../features/admin-ui/components/filter-bar.tsx'
import { LinkButton } from '../../features/admin-ui/components/link-button.tsx'
import { ListFilter } from '../../features/admin-ui/components/list-filter.tsx'
import { ListSearch } from '../../features/admin-ui/components/list-search.tsx'
import { SectionTabs } from '../../features/admin-ui/components/section-tabs.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { useSelection } from '../../features/admin-ui/use-selection.ts'
import {
  listCertificates,
  listCorrections,
  listIssues,
  readIssue,
  type bundleCertificates,
} from '../../features/certificates/office/api.ts'
import { useBundling } from '../../features/certificates/office/bundling.tsx'
import { CertificateTable } from '../../features/certificates/office/components/certificate-table.tsx'
import { CorrectionTable } from '../../features/certificates/office/components/correction-table.tsx'
import { NewIssue } from '../../features/certificates/office/components/new-issue.tsx'
import { IssueDrawer } from '../../features/certificates/office/components/issue-drawer.tsx'
import { IssueTable } from '../../features/certificates/office/components/issue-table.tsx'
import { useCertificateWords } from '../../features/certificates/office/certificate-words.ts'
import { listEnrolmentChoices } from '../../features/enrolments/office/api.ts'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'

const tabs = ['list', 'issues', 'corrections'] as const
type Tab = (typeof tabs)[number]

const filterNames = ['search', 'edition', 'activity', 'institution', 'kind', 'issue'] as const
const listNames = [...filterNames, 'state', 'page', 'pageSize'] as const

const quietly = { skipErrorHandler: true }

export const loader = async ({ query, client }: LoaderInput) => {
  const tab: Tab = tabs.find((name) => name === query.get('tab')) ?? 'list'
  if (tab === 'issues') {
    const asked = pickQuery<QueryInputOf<typeof listIssues>>(query, ['page', 'pageSize'])
    return { tab, page: await client(listIssues, { query: asked }, quietly) } as const
  }
  if (tab === 'corrections') {
    const asked = pickQuery<QueryInputOf<typeof listCorrections>>(query, ['state', 'page', 'pageSize'])
    return { tab, page: await client(listCorrections, { query: asked }, quietly) } as const
  }
  const asked = pickQuery<QueryInputOf<typeof listCertificates>>(query, listNames)
  const [page, { editions, activities }, issue] = await Promise.all([
    client(listCertificates, { query: asked }, quietly),
    client(listEnrolmentChoices, { query: pickQuery(query, ['edition']) }, quietly),
    asked.issue ? client(readIssue, { params: { id: asked.issue } }, quietly) : undefined,
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
  const bundling = useBundling(client)
  const institution = query.get('institution')
  const filter = pickQuery<NonNullable<BodyOf<typeof bundleCertificates>['filter']>>(query, filterNames)
  // Archives have valid certificates only.
  const state = query.get('state') ?? 'issued'
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <FilterBar
        list="certificate"
        kept={['tab']}
        tools={
          page.total > 0 &&
          state === 'issued' && (
            <Button loading={bundling.isBusy} onClick={() => void bundling.begin({ filter })}>
              {t(Object.keys(filter).length > 0 ? 'bundle.filtered' : 'bundle.all')}
            </Button>
          )
        }
      >
        <ListSearch query={query} change={change} label={t('search')} />
        <ListFilter
          query={query}
          // Activities belong to one edition.
          change={(changes) => change({ ...changes, activity: undefined })}
          name="edition"
          label={t('edition')}
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
          options={certificateKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <ListFilter
          query={query}
          change={change}
          name="state"
          label={t('state')}
          options={certificateStates.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
      </FilterBar>
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
  const { client, busy, pagesOf, reload } = useTab()
  const [shown, setShown] = useState<CertificateIssueId | 'new'>()
  const close = (): void => setShown(undefined)
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <NewIssue
        client={client}
        hasButton={page.total > 0}
        isOpen={shown === 'new'}
        onOpen={() => setShown('new')}
        onCreated={({ id }) => {
          reload()
          setShown(id)
        }}
        onClose={() => setShown((current) => (current === 'new' ? undefined : current))}
      />
      <IssueTable
        issues={page.list}
        pages={pagesOf(page)}
        busy={busy}
        onOpen={({ id }) => setShown(id)}
        onCreate={() => setShown('new')}
      />
      {shown && shown !== 'new' && (
        <IssueDrawer key={shown} client={client} id={shown} onChanged={reload} onClose={close} />
      )}
    </Space>
  )
}

const CorrectionsTab = ({ page }: DataOf<'corrections'>) => {
  const { t } = useCertificateWords()
  const { client, query, busy, change, pagesOf, reload } = useTab()
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <FilterBar list="correction" kept={['tab']}>
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
  const router = useRouter()
  const { t, intl } = useCertificateWords()
  const data = useData<typeof loader>()
  return (
    <OfficeFrame
      title={intl.formatMessage({ id: 'menu.certificatesOffice' })}
      actions={<LinkButton to="/Admin/Certificate/Template">{t('templates')}</LinkButton>}
    >
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
