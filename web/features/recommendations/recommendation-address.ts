import type { RecommendationFormat } from '@lectern/contract/recommendations/recommendation-values.ts'

/** The steps of a list: marks of one document. */
export type ListStep = 'prepare' | 'check'

export const readListStep = (hash: string): ListStep => (hash === '#check' ? 'check' : 'prepare')

interface ListPlace {
  institution: string
  activity: string
}

const withQuery = (path: string, values: Readonly<Record<string, string | undefined>>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value)
  return query.size > 0 ? `${path}?${query}` : path
}

export const institutionPath = (institution?: string): string => withQuery('/Institution', { institution })

interface EntryPlace extends ListPlace {
  mark?: string | undefined
  search?: string | undefined
  page?: string | undefined
}

export const listPath = ({ institution, activity, ...entries }: EntryPlace, step: ListStep = 'prepare'): string =>
  withQuery('/Institution', { institution, activity, ...entries }) + (step === 'check' ? '#check' : '')

export const historyPath = ({ institution, activity }: ListPlace): string =>
  withQuery('/Institution/History', { institution, activity })

interface BelowPlace {
  institution?: string | undefined
  activity?: string | undefined
  /** One of the schools: its list. */
  school?: string | undefined
  mark?: string | undefined
  state?: string | undefined
  search?: string | undefined
  page?: string | undefined
}

export const belowPath = ({ institution, activity, school, ...filters }: BelowPlace): string =>
  withQuery('/Institution/Below', { institution, activity, school, ...filters })

const listAddress = ({ institution, activity }: ListPlace): string => `/api/recommendations/${activity}/${institution}`

export const summaryAddress = (place: ListPlace, summary: string): string =>
  `${listAddress(place)}/summaries/${summary}`

export const exportAddress = (place: ListPlace, what: 'list' | 'entries', format: RecommendationFormat): string =>
  `${listAddress(place)}/export?what=${what}&format=${format}`
