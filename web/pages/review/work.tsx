import { readDeskWork } from '@lectern/contract/review/review.ts'
import { useState } from 'react'
import { useClient } from '../../app/client-context.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useSession } from '../../app/session.tsx'
import { WorkDesk } from '../../features/review/components/work-desk.tsx'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'

export const loader = ({ params, client }: LoaderInput) =>
  client(readDeskWork, { params: { code: params.code ?? '' } }, { skipErrorHandler: true })

export default function ReviewedWork() {
  const client = useClient()
  const router = useRouter()
  const { user } = useSession()
  const work = useData<typeof loader>()
  /** Increases when what is stored replaces what is on the screen. */
  const [seen, setSeen] = useState({ work, round: 0 })
  if (seen.work !== work) setSeen({ work, round: seen.round + 1 })
  // A session that has ended leaves the sheet on the screen.
  const [owner, setOwner] = useState(user?.uid)
  if (user && user.uid !== owner) setOwner(user.uid)
  return (
    <>
      <PageHead title={`${work.code} ${work.title}`} />
      {owner !== undefined && (
        <WorkDesk
          key={`${owner} ${seen.round}`}
          client={client}
          work={work}
          owner={owner}
          onOutdated={() => void router.reload()}
        />
      )}
    </>
  )
}
