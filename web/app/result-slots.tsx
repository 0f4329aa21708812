import type { Slots } from '../features/pages/section-view.ts'
import { NewestResults } from '../features/results/components/newest-results.tsx'
import { NewestWorks } from '../features/results/components/newest-works.tsx'

/** For pages that are likely to show results; the others stay lighter without them. */
export const resultSlots: Pick<Slots, 'results' | 'works'> = {
  results: (data, headingLevel) => <NewestResults {...data} headingLevel={headingLevel} />,
  works: (data, headingLevel) => <NewestWorks {...data} headingLevel={headingLevel} />,
}
