import type { QueryInputOf } from '@lectern/contract/endpoint.ts'
import {
  listRecommendingActivities,
  readRecommendationProgress,
} from '@lectern/contract/recommendations/recommendation-rules.ts'
import { listListsBelow } from '@lectern/contract/recommendations/recommendations-above.ts'
import { listEnrolmentChoices } from '@lectern/contract/enrolments/enrolment-office.ts'
import { Empty, Segmented, Select, Space } from 'antd'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { LinkButton } from '../../features/admin-ui/components/link-button.tsx'
import { SectionTabs } from '../../features/admin-ui/components/section-tabs.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { ListsTab } from '../../features/recommendations/office/components/lists-tab.tsx'
import { ProgressGrid } from '../../features/recommendations/office/components/progress-grid.tsx'
import { ProgressTable } from '../../features/recommendations/office/components/progress-table.tsx'
import { useRecommendWords } from '../../features/recommendations/office/recommend-words.ts'
import { useNews } from '../../features/notices/live.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'

const names = ['above', 'level', 'state', 'mark', 'search', 'page', 'pageSize'] as const

export const loader = async ({ query, client }: LoaderInput) => {
  const quietly = { skipErrorHandler: true }
  const [{ list: activities }, choices] = await Promise.all([
    client(listRecommendingActivities, { query: pickQuery(query, ['edition']) }, quietly),
    client(listEnrolmentChoices, { query: pickQuery(query, ['edition']) }, quietly),
  ])
  const activity = activities.find(({ id }) => id === query.get('activity')) ?? activities[0]
  if (!activity) return { activities, choices }
  const params = { activity: activity.id }
  const [progress, lists] = await Promise.all([
    client(readRecommendationProgress, { params }, quietly),
    client(listListsBelow, { params, query: pickQuery<QueryInputOf<typeof listListsBelow>>(query, names) }, quietly),
  ])
  return { activities, choices, activity, progress: progress.list, lists }
}

const noPage = { page: 1, pageSize: 10, total: 0 }

export default function Recommendations() {
  const client = useClient()
  const router = useRouter()
  const { t, intl } = useRecommendWords()
  const data = useData<typeof loader>()
  const { query, busy, change } = useListAddress()
  const pages = usePagesOfTable(data.lists ?? noPage, change)
  const reload = (): void => void router.reload()
  // A list was handed in.
  useNews(reload)
  const { activities, choices, activity } = data
  const isGrid = query.get('view') === 'grid'
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.recommendations' })}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <Space wrap>
          {choices.editions.length > 1 && (
            <Select
              aria-label={t('edition')}
              value={choices.edition}
              options={choices.editions.map(({ id, year, name }) => ({ value: id, label: `${year} ${name}` }))}
              onChange={(edition: string) => change({ edition, activity: undefined })}
              popupMatchSelectWidth={false}
              style={{ width: 220, maxWidth: '100%' }}
            />
          )}
          {activity && (
            <Select
              aria-label={t('activity')}
              value={activity.id}
              options={activities.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id: string) =>
                change({ activity: id, above: undefined, level: undefined, state: undefined, mark: undefined })
              }
              popupMatchSelectWidth={false}
              style={{ width: 280, maxWidth: '100%' }}
            />
          )}
        </Space>
        {activity && data.progress && data.lists ? (
          <SectionTabs
            activeKey={query.get('tab') === 'lists' ? 'lists' : 'progress'}
            onChange={(tab) => change({ tab: tab === 'lists' ? tab : undefined })}
            items={[
              {
                key: 'progress',
                label: t('progress'),
                children: (
                  <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
                    <Segmented
                      aria-label={t('view')}
                      value={isGrid ? 'grid' : 'table'}
                      options={(['table', 'grid'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
                      onChange={(value) => change({ view: value === 'grid' ? value : undefined })}
                    />
                    {isGrid ? (
                      <ProgressGrid activity={activity.id} progress={data.progress} />
                    ) : (
                      <ProgressTable activity={activity.id} progress={data.progress} />
                    )}
                  </Space>
                ),
              },
              {
                key: 'lists',
                label: t('lists'),
                children: (
                  <ListsTab
                    {...{ client, activity, query, change, pages, busy }}
                    lists={data.lists}
                    provinces={data.progress}
                    onChanged={reload}
                  />
                ),
              },
            ]}
          />
        ) : (
          <Empty description={t('none')}>
            <LinkButton to="/Admin/Activity">{t('none.action')}</LinkButton>
          </Empty>
        )}
      </Space>
    </OfficeFrame>
  )
}
