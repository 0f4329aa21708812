import { listOfficerRequests, listOfficers } from '@lectern/contract/institutions/officers.ts'
import { listListsBelow } from '@lectern/contract/recommendations/recommendations-above.ts'
import type { QueryInputOf } from '@lectern/contract/endpoint.ts'
import { listMyRecommendations, readRecommendationList } from '@lectern/contract/recommendations/recommendations.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { BelowHome } from '../../features/recommendations/components/below-home.tsx'
import { ListBelow } from '../../features/recommendations/components/list-below.tsx'
import { SchoolOfficers } from '../../features/recommendations/components/school-officers.tsx'
import styles from '../../features/recommendations/components/institution.module.css'
import { belowPath } from '../../features/recommendations/recommendation-address.ts'
import { useRecommendationText } from '../../features/recommendations/recommendation-text.ts'
import { useNews } from '../../features/notices/live.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'

const quietly = { skipErrorHandler: true }
const filterNames = ['mark', 'state', 'search', 'page'] as const

export const loader = async ({ query, client }: LoaderInput) => {
  const [institution, activity, school] = ['institution', 'activity', 'school'].map((name) => query.get(name))
  if (institution && activity && school) {
    const params = { institution: school, activity }
    const [list, officers] = await Promise.all([
      client(readRecommendationList, { params }, quietly),
      client(listOfficers, { params: { id: school } }, quietly),
    ])
    return { school: list, officers: officers.list, institution }
  }
  const [{ institutions }, requests] = await Promise.all([
    client(listMyRecommendations, undefined, quietly),
    client(listOfficerRequests, undefined, quietly),
  ])
  const provinces = institutions.filter(({ kind }) => kind === 'province')
  const province = provinces.find(({ id }) => id === institution) ?? provinces[0]
  const list = province?.lists.find((each) => each.activity.id === activity) ?? province?.lists[0]
  if (!province || !list) return { provinces, province, requests: requests.list }
  const filters: QueryInputOf<typeof listListsBelow> = Object.fromEntries(
    filterNames.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  )
  const lists = await client(
    listListsBelow,
    { params: { activity: list.activity.id }, query: { ...filters, level: 'school', above: province.id } },
    quietly,
  )
  return { provinces, province, requests: requests.list, list, lists, filters }
}

export default function Below() {
  const client = useClient()
  const router = useRouter()
  const { t } = useRecommendationText()
  const data = useData<typeof loader>()
  const reload = (): void => void router.reload()
  // A school has handed in its list.
  useNews(reload)
  if (data.school)
    return (
      <div className={styles.page}>
        <PageHead title={t('list.pageTitle', { activity: data.school.activity.name })} />
        <ListBelow
          key={`${data.school.activity.id} ${data.school.institution.id}`}
          client={client}
          list={data.school}
          back={belowPath({ institution: data.institution, activity: data.school.activity.id })}
          onReload={reload}
        >
          <SchoolOfficers client={client} officers={data.officers} onChanged={reload} />
        </ListBelow>
      </div>
    )
  return (
    <div className={styles.page}>
      <PageHead title={t('below')} />
      <BelowHome {...data} client={client} onReload={reload} />
    </div>
  )
}
