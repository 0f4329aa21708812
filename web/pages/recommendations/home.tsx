import {
  listMyRecommendations,
  listRecommendationEntries,
  readRecommendationList,
} from '@lectern/contract/recommendations/recommendations.ts'
import type { EntryMark } from '@lectern/contract/recommendations/recommendation-values.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useSession } from '../../app/session.tsx'
import { InstitutionHome } from '../../features/recommendations/components/institution-home.tsx'
import styles from '../../features/recommendations/components/institution.module.css'
import { OwnList } from '../../features/recommendations/components/own-list.tsx'
import { useRecommendationText } from '../../features/recommendations/recommendation-text.ts'
import { useNews } from '../../features/notices/live.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'

const quietly = { skipErrorHandler: true }

export const loader = async ({ query, client }: LoaderInput) => {
  const [institution, activity] = [query.get('institution'), query.get('activity')]
  if (institution && activity) {
    const params = { institution, activity }
    const mark = (query.get('mark') ?? undefined) as EntryMark | undefined
    const search = query.get('search') ?? undefined
    const page = query.get('page') ?? undefined
    const filters = { ...(mark && { mark }), ...(search && { search }), ...(page && { page }) }
    const [list, entries] = await Promise.all([
      client(readRecommendationList, { params }, quietly),
      client(listRecommendationEntries, { params, query: filters }, quietly),
    ])
    return { list, entries, filters }
  }
  return { mine: await client(listMyRecommendations, undefined, quietly), institution }
}

export default function Institution() {
  const client = useClient()
  const router = useRouter()
  const { user } = useSession()
  const { t } = useRecommendationText()
  const data = useData<typeof loader>()
  const reload = (): void => void router.reload()
  // A verdict, a returned list, a team that has submitted.
  useNews(reload)
  if (data.list)
    return (
      <div className={styles.page}>
        <PageHead title={t('list.pageTitle', { activity: data.list.activity.name })} />
        <OwnList
          // Another list is another draft.
          key={`${data.list.activity.id} ${data.list.institution.id}`}
          {...{ client, list: data.list, entries: data.entries, query: data.filters }}
          owner={user?.uid ?? ''}
          onReload={reload}
        />
      </div>
    )
  return (
    <div className={styles.page}>
      <PageHead title={t('home')} />
      <InstitutionHome mine={data.mine} chosen={data.institution} />
    </div>
  )
}
