import { readPractice } from '@lectern/contract/review/review.ts'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { PracticeDesk } from '../../features/review/components/practice-desk.tsx'
import { useReviewText } from '../../features/review/review-text.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'

export const loader = ({ query, client }: LoaderInput) =>
  client(readPractice, { params: { round: query.get('round') ?? '' } }, { skipErrorHandler: true })

export default function Practice() {
  const client = useClient()
  const { t } = useReviewText()
  return (
    <>
      <PageHead title={t('practice')} />
      <PracticeDesk client={client} practice={useData<typeof loader>()} />
    </>
  )
}
