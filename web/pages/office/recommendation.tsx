import { readRecommendationList } from '@lectern/contract/recommendations/recommendations.ts'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { BackLink } from '../../features/admin-ui/components/back-link.tsx'
import { ListBelow } from '../../features/recommendations/components/list-below.tsx'
import { recommendationsAddress } from '../../features/recommendations/office/recommend-words.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'

export const loader = ({ query, client }: LoaderInput) => {
  const params = { activity: query.get('activity') ?? '', institution: query.get('institution') ?? '' }
  return client(readRecommendationList, { params }, { skipErrorHandler: true })
}

export default function Recommendation() {
  const client = useClient()
  const router = useRouter()
  const list = useData<typeof loader>()
  const back = recommendationsAddress({ activity: list.activity.id, tab: 'lists' })
  return (
    <OfficeFrame title={list.institution.name} actions={<BackLink to={back} label="menu.recommendations" />}>
      <div className="stack-fit gap-24">
        <ListBelow
          key={`${list.activity.id} ${list.institution.id}`}
          client={client}
          list={list}
          onReload={() => void router.reload()}
        />
      </div>
    </OfficeFrame>
  )
}
