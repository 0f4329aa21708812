import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { ProvinceProgress, RecommendingActivity } from '@lectern/contract/recommendations/recommendation-rules.ts'
import { levelsBy, listStates } from '@lectern/contract/recommendations/recommendation-values.ts'
import type * as contract from '@lectern/contract/recommendations/recommendations-above.ts'
import { remindLate, type ListedBelow } from '@lectern/contract/recommendations/recommendations-above.ts'
import type { InstitutionId } from '@lectern/contract/ids.ts'
import { Alert, App, Button, Modal, Space, type TablePaginationConfig } from 'antd'
import { useState } from 'react'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { FilterBar } from '../../../admin-ui/components/filter-bar.tsx'
import { ListFilter } from '../../../admin-ui/components/list-filter.tsx'
import { ListSearch } from '../../../admin-ui/components/list-search.tsx'
import { QuotaForm } from '../../components/quota-form.tsx'
import { useRecommendWords } from '../recommend-words.ts'
import { ListsTable } from './list-table.tsx'
import { QuotaLedger } from './quota-ledger.tsx'

interface ListsTabProps {
  client: Client
  activity: RecommendingActivity
  lists: AnswerOf<typeof contract.listListsBelow>
  provinces: readonly ProvinceProgress[]
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
  pages: TablePaginationConfig
  busy: boolean
  onChanged: () => void
}

/** Lists of all institutions in an activity: states, places, who is late. */
export const ListsTab = (props: ListsTabProps) => {
  const { client, activity, lists, provinces, query, change, pages, busy, onChanged } = props
  const { t, shared } = useRecommendWords()
  const { message: toast } = App.useApp()
  const [keyOf] = useState(createKeys)
  const [isReminding, setReminding] = useState(false)
  const [areQuotasOpen, setQuotasOpen] = useState(false)
  const [ledgerOf, setLedgerOf] = useState<ListedBelow>()
  const levels = levelsBy[activity.by]
  const { counts, whyNotRemind, whyNotGrantQuota } = lists
  const above = query.get('above')

  const remind = async (): Promise<void> => {
    setReminding(true)
    const body = above ? { above: above as InstitutionId } : {}
    const headers = { 'Idempotency-Key': keyOf([activity.id, body, Math.floor(Date.now() / 60_000)]) }
    await client(remindLate, { params: { activity: activity.id }, body }, { headers, inPlaceSignIn: true }).then(
      (answer) => {
        void toast.success(t('remind.done', answer))
        onChanged()
      },
      // The request has shown the reason.
      () => undefined,
    )
    setReminding(false)
  }
  const isOpen = counts.draft + counts.returned > 0
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      {counts.late > 0 && <Alert type="warning" showIcon title={t('late', { count: counts.late })} />}
      <FilterBar
        list="recommendation"
        keptNames={['activity', 'tab']}
        tools={
          <Space wrap>
            {isOpen && whyNotRemind === null && (
              <Button loading={isReminding} onClick={() => void remind()}>
                {t('remind')}
              </Button>
            )}
            {whyNotGrantQuota === null && lists.list.length > 0 && (
              <Button aria-haspopup="dialog" onClick={() => setQuotasOpen(true)}>
                {shared('quota.open')}
              </Button>
            )}
          </Space>
        }
      >
        <ListSearch query={query} change={change} label={t('search')} hint={t('search')} />
        <ListFilter
          {...{ query, change }}
          name="above"
          label={t('province')}
          options={provinces.flatMap(({ institution }) =>
            institution ? [{ value: institution.id, label: institution.name }] : [],
          )}
          width={180}
          searchable
        />
        {levels.length > 1 && (
          <ListFilter
            {...{ query, change }}
            name="level"
            label={t('level')}
            options={levels.map((level) => ({ value: level, label: shared(`kind.${level}`) }))}
          />
        )}
        <ListFilter
          {...{ query, change }}
          name="state"
          label={t('state')}
          options={listStates.map((state) => ({
            value: state,
            label: shared(`below.state.${state}`, { count: counts[state] }),
          }))}
          width={160}
        />
        <ListFilter
          {...{ query, change }}
          name="mark"
          label={t('mark')}
          options={(['late', 'waiting'] as const).map((mark) => ({ value: mark, label: t(`mark.${mark}`) }))}
        />
      </FilterBar>
      <ListsTable activity={activity.id} lists={lists.list} pages={pages} busy={busy} onLedger={setLedgerOf} />
      {ledgerOf && (
        <QuotaLedger
          key={ledgerOf.institution.id}
          client={client}
          list={ledgerOf}
          whyNotGrant={whyNotGrantQuota}
          onChanged={onChanged}
          onClose={() => setLedgerOf(undefined)}
        />
      )}
      <Modal
        open={areQuotasOpen}
        title={t('quotas.title')}
        footer={null}
        destroyOnHidden
        onCancel={() => setQuotasOpen(false)}
      >
        <QuotaForm
          client={client}
          activity={activity.id}
          institutions={lists.list.map(({ institution, quota, recommended }) => ({
            ...institution,
            quota,
            recommended,
          }))}
          onSaved={onChanged}
          onClose={() => setQuotasOpen(false)}
        />
      </Modal>
    </Space>
  )
}
