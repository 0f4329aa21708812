import { listRecommendationHistory, readRecommendationList } from '@lectern/contract/recommendations/recommendations.ts'
import { PageHead } from '../../app/page-head.tsx'
import styles from '../../features/recommendations/components/institution.module.css'
import { ListEvents } from '../../features/recommendations/components/list-events.tsx'
import { historyPath, listPath } from '../../features/recommendations/recommendation-address.ts'
import { useRecommendationText } from '../../features/recommendations/recommendation-text.ts'
import { Link } from '../../router/link.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'

export const loader = async ({ query, client }: LoaderInput) => {
  const params = { institution: query.get('institution') ?? '', activity: query.get('activity') ?? '' }
  const page = query.get('page')
  const quietly = { skipErrorHandler: true }
  const [list, events] = await Promise.all([
    client(readRecommendationList, { params }, quietly),
    client(listRecommendationHistory, { params, query: page ? { page } : {} }, quietly),
  ])
  return { list, events }
}

export default function History() {
  const { t } = useRecommendationText()
  const { list, events } = useData<typeof loader>()
  const place = { institution: list.institution.id, activity: list.activity.id }
  return (
    <div className={styles.page}>
      <PageHead title={t('history.pageTitle', { activity: list.activity.name })} />
      <header className={styles.head}>
        <p className="small">
          <Link to={listPath(place)}>{t('history.back')}</Link>
        </p>
        <p className={styles.place}>
          <bdi>{list.institution.name}</bdi>
          <span lang={list.activity.locale}>{list.activity.name}</span>
        </p>
        <h1>{t('history')}</h1>
      </header>
      {events.list.length === 0 ? (
        <EmptyState title={t('history.none')} />
      ) : (
        <ListEvents events={events.list} place={place} timeZone={list.timeZone} />
      )}
      <Pagination
        page={events.page}
        pageSize={events.pageSize}
        total={events.total}
        pathOf={(page) => historyPath(place) + (page > 1 ? `&page=${page}` : '')}
      />
    </div>
  )
}
