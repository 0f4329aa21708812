import { readFirstSteps } from '@lectern/contract/office/office-shell.ts'
import { useEffect, useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { Client } from '../../../request/client.ts'
import { Link } from '../../../router/link.tsx'
import { useRouterState } from '../../../router/router-context.tsx'
import type { RouterState } from '../../../router/router.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { BackLink } from '../../admin-ui/components/back-link.tsx'
import { nextContestStep, placeOfStep } from '../first-step-ways.ts'
import { isPage } from '../shown-page.ts'

const isAway = ({ pathname }: RouterState['place'], home: string): boolean => pathname !== home

/** For whoever goes through the first steps: the way back to them, and on to the next one of the contest. */
export const WalkLinks = ({ client, home }: { client: Client; home: string }) => {
  const intl = useIntl()
  const { place, screen } = useRouterState()
  const [steps, setSteps] = useState<AnswerOf<typeof readFirstSteps>>()
  useEffect(() => {
    if (!isPage(screen) || !isAway(place, home)) return
    const controller = new AbortController()
    // Read again after everything that reloads the page or gives it another address. Without an answer the way back is enough.
    client(readFirstSteps, undefined, { skipErrorHandler: true, signal: controller.signal }).then(
      setSteps,
      () => undefined,
    )
    return () => controller.abort()
  }, [client, home, place, screen])
  const next = steps && nextContestStep(steps)
  const to = next && placeOfStep(steps, next)
  const isHere = to === `${place.pathname}${place.search}`
  return (
    <>
      <BackLink to={home} label="office.shell.backToSteps" />
      {to && !isHere && (
        <Link to={to}>
          <FormattedMessage
            id="office.shell.nextStep"
            values={{ step: intl.formatMessage({ id: `office.first.go.${next}` }) }}
          />
          <span aria-hidden="true"> →</span>
        </Link>
      )}
    </>
  )
}
