import type { Officer } from '@lectern/contract/institutions/officers.ts'
import type { ListSummary, MyRecommendations } from '@lectern/contract/recommendations/recommendations.ts'
import { useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { Choices } from '../../../ui/choices.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { belowPath } from '../recommendation-address.ts'
import { useRecommendationText } from '../recommendation-text.ts'
import { BelowDate } from './below-date.tsx'
import { BelowList, type ListsBelow } from './below-list.tsx'
import styles from './institution.module.css'
import { InstitutionTabs } from './institution-tabs.tsx'
import { IssueOfficers } from './issue-officers.tsx'
import { OfficerRequests } from './officer-requests.tsx'
import { QuotaForm } from './quota-form.tsx'

interface BelowHomeProps {
  client: Client
  provinces: MyRecommendations['institutions']
  province: MyRecommendations['institutions'][number] | undefined
  /** From people who want to act for one of the schools. */
  requests: readonly Officer[]
  list?: ListSummary
  lists?: ListsBelow
  filters?: { mark?: string | undefined; state?: string | undefined; search?: string | undefined }
  onReload: () => void
}

const noFilters = {}

/** A province and its schools in one activity. */
export const BelowHome = ({
  client,
  provinces,
  province,
  requests,
  list,
  lists,
  filters = noFilters,
  onReload,
}: BelowHomeProps) => {
  const { t } = useRecommendationText()
  const [areQuotasOpen, setQuotasOpen] = useState(false)
  const [isIssuing, setIssuing] = useState(false)
  if (!province)
    return (
      <>
        <h1>{t('below')}</h1>
        <EmptyState title={t('below.noProvince')}>{t('below.noProvince.about')}</EmptyState>
      </>
    )
  return (
    <>
      <header className={styles.head}>
        <p className={styles.place}>{t('kind.province')}</p>
        <h1>
          <bdi>{province.name}</bdi>
        </h1>
      </header>
      {provinces.length > 1 && (
        <Choices
          label={t('institutions')}
          current={belowPath({ institution: province.id })}
          choices={provinces.map(({ id, name }) => ({ to: belowPath({ institution: id }), label: name }))}
        />
      )}
      <InstitutionTabs institution={province} current="below" />
      <OfficerRequests {...{ client, requests }} onDecided={onReload} />
      {!list || !lists ? (
        <EmptyState title={t('lists.none')}>{t('lists.none.about')}</EmptyState>
      ) : (
        <>
          {province.lists.length > 1 && (
            <Choices
              label={t('activities')}
              current={belowPath({ institution: province.id, activity: list.activity.id })}
              choices={province.lists.map(({ activity }) => ({
                to: belowPath({ institution: province.id, activity: activity.id }),
                label: <span lang={activity.locale}>{activity.name}</span>,
              }))}
            />
          )}
          <div className="stack gap-4">
            {province.lists.length === 1 && (
              <p className="strong" lang={list.activity.locale}>
                {list.activity.name}
              </p>
            )}
            <BelowDate
              {...{ client, lists }}
              place={{ institution: province.id, activity: list.activity.id }}
              timeZone={list.timeZone}
              onSaved={onReload}
            />
          </div>
          <BelowList
            {...{ client, lists }}
            institution={province.id}
            activity={list.activity.id}
            query={filters}
            timeZone={list.timeZone}
            onReminded={onReload}
          />
          <Dialog open={areQuotasOpen} title={t('quota.title')} onClose={() => setQuotasOpen(false)}>
            <QuotaForm
              client={client}
              activity={list.activity.id}
              institutions={lists.list.map(({ institution, quota, recommended }) => ({
                ...institution,
                quota,
                recommended,
              }))}
              onSaved={onReload}
              onClose={() => setQuotasOpen(false)}
            />
          </Dialog>
        </>
      )}
      <p className="row gap-12">
        {list && lists?.whyNotGrantQuota === null && lists.list.length > 0 && (
          <button type="button" className="button quiet" aria-haspopup="dialog" onClick={() => setQuotasOpen(true)}>
            {t('quota.open')}
          </button>
        )}
        <button type="button" className="button quiet" aria-haspopup="dialog" onClick={() => setIssuing(true)}>
          {t('issue.open')}
        </button>
      </p>
      <Dialog open={isIssuing} title={t('issue.title')} onClose={() => setIssuing(false)}>
        <IssueOfficers client={client} onInvited={onReload} onClose={() => setIssuing(false)} />
      </Dialog>
    </>
  )
}
