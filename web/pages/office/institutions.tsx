import { Alert, Button, Space } from 'antd'
import { useState } from 'react'
import type { QueryInputOf } from '@lectern/contract/endpoint.ts'
import { institutionKinds, institutionStates } from '@lectern/contract/institutions/institution-values.ts'
import {
  listInstitutions,
  listMerges,
  listSpellings,
  readInstitution,
  type Institution,
} from '@lectern/contract/institutions/institutions.ts'
import { listOfficerRequests } from '@lectern/contract/institutions/officers.ts'
import { readSettings } from '@lectern/contract/settings/office-settings.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { FilterBar } from '../../features/admin-ui/components/filter-bar.tsx'
import { ListFilter } from '../../features/admin-ui/components/list-filter.tsx'
import { ListSearch } from '../../features/admin-ui/components/list-search.tsx'
import { SectionTabs } from '../../features/admin-ui/components/section-tabs.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { InstitutionDrawer } from '../../features/institutions/office/components/institution-drawer.tsx'
import { InstitutionImport } from '../../features/institutions/office/components/institution-import.tsx'
import { InstitutionTable } from '../../features/institutions/office/components/institution-table.tsx'
import { MergeList } from '../../features/institutions/office/components/merge-list.tsx'
import { NewInstitution } from '../../features/institutions/office/components/new-institution.tsx'
import { OfficerImport } from '../../features/institutions/office/components/officer-import.tsx'
import { OfficersOf, OfficerTable } from '../../features/institutions/office/components/officer-list.tsx'
import { OfficerRules } from '../../features/institutions/office/components/officer-rules.tsx'
import { SpellingList } from '../../features/institutions/office/components/spelling-list.tsx'
import { useInstitutionWords } from '../../features/institutions/office/institution-words.ts'
import { failureOf } from '../../request/request-error.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

const quietly = { skipErrorHandler: true }
const names = ['search', 'kind', 'state', 'parent', 'page', 'pageSize'] as const
const tabs = ['list', 'spellings', 'officers', 'merges'] as const

/** The institution in the address; null: there is no such one. */
const loadOpened = async (client: LoaderInput['client'], id: string): Promise<Institution | null> => {
  try {
    return await client(readInstitution, { params: { id } }, quietly)
  } catch (error) {
    const failure = failureOf(error)
    if (failure?.error === 'institution.notFound' || failure?.error === 'request.invalid') return null
    throw error
  }
}

export const loader = async ({ query, client }: LoaderInput) => {
  const tab = tabs.find((name) => name === query.get('tab')) ?? 'list'
  const id = query.get('id')
  const [page, spellings, merges, provinces, requests, rules, opened] = await Promise.all([
    client(
      listInstitutions,
      { query: tab === 'list' ? pickQuery<QueryInputOf<typeof listInstitutions>>(query, names) : {} },
      quietly,
    ),
    client(
      listSpellings,
      {
        query:
          tab === 'spellings'
            ? pickQuery<QueryInputOf<typeof listSpellings>>(query, ['search', 'page', 'pageSize'])
            : {},
      },
      quietly,
    ),
    client(listMerges, undefined, quietly),
    client(listInstitutions, { query: { kind: 'province', pageSize: '100' } }, quietly),
    client(listOfficerRequests, undefined, quietly),
    client(readSettings, undefined, quietly),
    id ? loadOpened(client, id) : undefined,
  ])
  return {
    tab,
    page,
    spellings,
    merges: merges.list,
    provinces: provinces.list,
    requests: requests.list,
    rules,
    opened,
  }
}

const Directory = ({ page, provinces }: Pick<Awaited<ReturnType<typeof loader>>, 'page' | 'provinces'>) => {
  const { t, kind, state, named } = useInstitutionWords()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(page, change)
  const list = { query, change }
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <FilterBar list="institution">
        <ListSearch {...list} label={t('search')} hint={t('searchHint')} />
        <ListFilter
          {...list}
          name="kind"
          label={t('kind')}
          options={institutionKinds.map((value) => ({ value, label: kind(value) }))}
        />
        <ListFilter
          {...list}
          name="state"
          label={t('state')}
          options={institutionStates.map((value) => ({ value, label: state(value) }))}
        />
        <ListFilter
          {...list}
          name="parent"
          label={t('parent')}
          options={provinces.map(({ id, name }) => ({ value: id, label: named(name) }))}
          width={200}
          searchable
        />
      </FilterBar>
      <InstitutionTable
        institutions={page.list}
        pages={pages}
        busy={busy}
        onOpen={({ id }) => change({ id, page: query.get('page') ?? undefined })}
        onBelow={({ id }) => change({ parent: id, kind: undefined, search: undefined })}
      />
    </Space>
  )
}

const Spellings = ({ page }: { page: Awaited<ReturnType<typeof loader>>['spellings'] }) => {
  const client = useClient()
  const router = useRouter()
  const { t } = useInstitutionWords()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(page, change)
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <p style={{ margin: 0, maxWidth: '44rem' }}>{t('spellingsHelp')}</p>
      <FilterBar list="spelling">
        <ListSearch query={query} change={change} label={t('searchSpelling')} />
      </FilterBar>
      <SpellingList
        client={client}
        spellings={page.list}
        pages={pages}
        busy={busy}
        onMatched={() => void router.reload()}
      />
    </Space>
  )
}

export default function Institutions() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { t } = useInstitutionWords()
  const { tab, page, spellings, merges, provinces, requests, rules, opened } = useData<typeof loader>()
  const { query, change } = useListAddress()
  const [isCreating, setCreating] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const [isInviting, setInviting] = useState(false)
  const reload = (): void => void router.reload()
  const show = (id: string | undefined): void => change({ id, page: query.get('page') ?? undefined })
  const panels = {
    list: <Directory page={page} provinces={provinces} />,
    spellings: <Spellings page={spellings} />,
    officers: (
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <OfficerRules client={client} rules={rules} />
        <Button aria-haspopup="dialog" onClick={() => setInviting(true)}>
          {t('officer.import')}
        </Button>
        <h2 style={{ fontSize: 16, margin: 0 }}>{t('officer.requests')}</h2>
        <OfficerTable
          client={client}
          officers={requests}
          withInstitution
          none={t('officer.noRequests')}
          onChanged={reload}
        />
      </Space>
    ),
    merges: <MergeList client={client} merges={merges} onChanged={reload} />,
  }
  const counts = { list: undefined, spellings: spellings.total, officers: requests.length, merges: merges.length }
  return (
    <OfficeFrame
      title={intl.formatMessage({ id: 'menu.institutions' })}
      actions={
        <Space wrap>
          <Button type="primary" aria-haspopup="dialog" onClick={() => setCreating(true)}>
            {t('create')}
          </Button>
          <Button aria-haspopup="dialog" onClick={() => setImporting(true)}>
            {t('import')}
          </Button>
        </Space>
      }
    >
      {opened === null && <Alert type="warning" showIcon title={t('notFound')} style={{ marginBlockEnd: 16 }} />}
      <SectionTabs
        activeKey={tab}
        onChange={(key) =>
          change({
            tab: key === 'list' ? undefined : key,
            ...Object.fromEntries([...names, 'id'].map((name) => [name, undefined])),
          })
        }
        items={tabs.map((key) => ({
          key,
          label: counts[key] ? `${t(`tab.${key}`)} (${intl.formatNumber(counts[key])})` : t(`tab.${key}`),
          children: key === tab && panels[key],
        }))}
      />
      {opened && (
        <InstitutionDrawer
          key={opened.id}
          client={client}
          institution={opened}
          provinces={provinces}
          onChanged={reload}
          onClose={() => show(undefined)}
        >
          <OfficersOf client={client} id={opened.id} onChanged={reload} />
        </InstitutionDrawer>
      )}
      {isCreating && (
        <NewInstitution
          client={client}
          provinces={provinces}
          onCreated={({ id }) => show(id)}
          onClose={() => setCreating(false)}
        />
      )}
      {isInviting && <OfficerImport client={client} onImported={reload} onClose={() => setInviting(false)} />}
      {isImporting && <InstitutionImport client={client} onImported={reload} onClose={() => setImporting(false)} />}
    </OfficeFrame>
  )
}
