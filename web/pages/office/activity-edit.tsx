import { Alert } from 'antd'
import { readActivitySource, type ActivitySource } from '@lectern/contract/competition/activities.ts'
import { listEditions, type Edition } from '@lectern/contract/competition/editions.ts'
import { localize } from '@lectern/contract/localized.ts'
import { useClient } from '../../app/client-context.tsx'
import { InLanguage } from '../../app/in-language.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { ActivityEditor } from '../../features/competition/office/components/activity-editor.tsx'
import { useEditionName } from '../../features/competition/office/edition-name.ts'
import { BackLink } from '../../features/admin-ui/components/back-link.tsx'
import { RecommendationRulesCard } from '../../features/recommendations/office/components/rules-card.tsx'
import { useSavedItem } from '../../features/admin-ui/use-saved-item.ts'
import { go } from '../../router/history.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'

/** Without an id in the address: a new activity, in the given edition or the current one. */
export const loader = async ({ query, client }: LoaderInput) => {
  const quiet = { skipErrorHandler: true }
  const id = query.get('id')
  const { list } = await client(listEditions, undefined, quiet)
  const activity = id ? await client(readActivitySource, { params: { id } }, quiet) : undefined
  const wanted = activity?.editionId ?? query.get('edition')
  return { activity, edition: list.find((one) => one.id === wanted) ?? list.find(({ current }) => current) ?? list[0] }
}

const Desk = ({ activity: loaded, edition }: { activity: ActivitySource | undefined; edition: Edition }) => {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const editionName = useEditionName()
  const [activity, take] = useSavedItem(loaded, '/Admin/Activity/Edit')
  const title = activity
    ? localize(activity.name, intl.locale).text
    : intl.formatMessage({ id: 'office.activities.add' })
  const back = `/Admin/Activity?edition=${edition.id}`
  return (
    <OfficeFrame title={title} actions={<BackLink to={back} label="menu.activitiesOffice" />}>
      <p style={{ marginBlock: '0 16px', color: 'var(--ink-3)' }}>{editionName(edition)}</p>
      {activity?.may.save && <Alert type="info" showIcon title={activity.may.save} style={{ marginBottom: 16 }} />}
      <ActivityEditor
        client={client}
        activity={loaded}
        editionId={edition.id}
        inLanguage={InLanguage}
        onSaved={take}
        onMoved={() => void router.reload()}
        onDeleted={() => void go(router, back, { replace: true })}
      />
      {activity && <RecommendationRulesCard client={client} activity={activity.id} />}
    </OfficeFrame>
  )
}

export default function ActivityEdit() {
  const intl = useIntl()
  const { activity, edition } = useData<typeof loader>()
  if (edition) return <Desk key={activity?.id ?? 'new'} activity={activity} edition={edition} />
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'office.activities.add' })}>
      <Alert type="info" showIcon title={intl.formatMessage({ id: 'office.activities.noEdition' })} />
    </OfficeFrame>
  )
}
