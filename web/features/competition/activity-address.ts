import { enrolmentStandings, type EnrolmentStanding } from '@lectern/contract/competition/competition-values.ts'

/** The standing in the address that filters the list; invalid values are ignored. */
export const readStanding = (query: URLSearchParams): EnrolmentStanding | undefined =>
  enrolmentStandings.find((standing) => standing === query.get('standing'))

export const activitiesPath = (standing?: EnrolmentStanding): string =>
  standing ? `/EnrollFor?standing=${standing}` : '/EnrollFor'
