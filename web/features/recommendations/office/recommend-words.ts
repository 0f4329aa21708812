import type { IdAfter } from '@lectern/messages/message-id.ts'
import type { ListState } from '@lectern/contract/recommendations/recommendation-values.ts'
import { useIntl } from '../../../ui/intl.tsx'
import type { Tone } from '../../admin-ui/components/state-tag.tsx'

type Values = Record<string, string | number>

/** Texts of the office's pages about recommendations. */
export const useRecommendWords = () => {
  const intl = useIntl()
  return {
    intl,
    t: (key: IdAfter<'office.recommend.'>, values?: Values): string =>
      intl.formatMessage({ id: `office.recommend.${key}` }, values),
    /** What officers read, too. */
    shared: (key: IdAfter<'recommendation.'>, values?: Values): string =>
      intl.formatMessage({ id: `recommendation.${key}` }, values),
  }
}

/** What a list's state asks of the office. */
export const toneOfList: Readonly<Record<ListState, Tone>> = {
  draft: 'quiet',
  handedIn: 'waiting',
  accepted: 'good',
  returned: 'active',
}

interface OfficePlace {
  activity: string
  tab?: 'lists' | undefined
  above?: string | undefined
  institution?: string | undefined
}

export const recommendationsAddress = ({ activity, tab, above }: OfficePlace): string => {
  const query = new URLSearchParams({ activity, ...(tab && { tab }), ...(above && { above }) })
  return `/Admin/Recommendation?${query}`
}

export const recommendationAddress = (activity: string, institution: string): string =>
  `/Admin/Recommendation/List?${new URLSearchParams({ activity, institution })}`
