import { listSeries, listTemplates } from '@lectern/contract/certificates/certificate-office.ts'
import { listRounds } from '@lectern/contract/rounds/rounds.ts'
import { listPublicResults } from '@lectern/contract/results/public-results.ts'
import { listEnrolmentChoices } from '@lectern/contract/enrolments/enrolment-office.ts'
import { useEffect, useState } from 'react'
import type { Client } from '../../../request/client.ts'
import type { IssueChoices } from './components/issue-creation.tsx'

const many = { pageSize: '100' }

const load = async (client: Client): Promise<IssueChoices> => {
  const [templates, series, { editions }, announced] = await Promise.all([
    client(listTemplates, { query: many }),
    client(listSeries, { query: many }),
    client(listEnrolmentChoices, { query: {} }),
    client(listPublicResults),
  ])
  const byEdition = await Promise.all(
    editions.map(async ({ id: edition, year }) => {
      const [{ activities }, rounds] = await Promise.all([
        client(listEnrolmentChoices, { query: { edition } }),
        client(listRounds, { query: { ...many, edition, state: 'settled' } }),
      ])
      return {
        activities: activities.map((activity) => ({ ...activity, year })),
        rounds: rounds.list.map(({ id, name }) => ({ id, name: `${year} ${name}` })),
      }
    }),
  )
  return {
    templates: templates.list,
    series: series.list,
    editions,
    activities: byEdition.flatMap(({ activities }) => activities),
    lists: announced.editions.flatMap(({ year, lists }) =>
      lists.map(({ id, activity }) => ({ id, name: `${year} ${activity.name}`, activity: activity.id })),
    ),
    rounds: byEdition.flatMap(({ rounds }) => rounds),
  }
}

/** What an issue can be about, over all editions; undefined while it is loaded. */
export const useIssueChoices = (client: Client): IssueChoices | undefined => {
  const [choices, setChoices] = useState<IssueChoices>()
  useEffect(() => {
    let isGone = false
    load(client).then(
      (loaded) => isGone || setChoices(loaded),
      // The requests show their own failures.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [client])
  return choices
}
