import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Button } from 'antd'
import { useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { readFirstSteps } from '@lectern/contract/office/office-shell.ts'
import type { FirstStep } from '@lectern/contract/office/office-values.ts'
import { Link } from '../../../router/link.tsx'
import { useIntl } from '../../../ui/intl.tsx'
import { StepList } from '../../admin-ui/components/step-list.tsx'
import { missingBefore, placeOfStep } from '../first-step-ways.ts'
import { beginWalk, endWalk } from '../first-steps-walk.ts'

const key = 'lectern.firstStepsHidden'

const isHidden = (): boolean => {
  try {
    return localStorage.getItem(key) === '1'
  } catch {
    return false
  }
}

type Steps = AnswerOf<typeof readFirstSteps>

/** Setup steps of a new site with their state. Can be dismissed once all are done. */
export const FirstSteps = ({ steps, draft, demoLeft }: Steps) => {
  const intl = useIntl()
  const [hidden, setHidden] = useState(isHidden)
  const isComplete = steps.every((step) => step.done)
  if (isComplete) endWalk()
  if (isComplete && hidden) return null
  const t = (id: IdAfter<'office.first.'>, values?: Record<string, string | number>): string =>
    intl.formatMessage({ id: `office.first.${id}` }, values)
  const hide = (): void => {
    setHidden(true)
    try {
      localStorage.setItem(key, '1')
    } catch {
      // Storage may be blocked; then it is shown again on the next visit.
    }
  }
  const next = steps.find((step) => !step.done)?.step
  const wayTo = (step: FirstStep) => {
    const before = missingBefore({ steps }, step)
    if (before) return t('after', { step: t(`step.${before}`) })
    return { to: placeOfStep({ draft }, step), label: t(`go.${step}`), onClick: beginWalk }
  }
  return (
    <StepList
      title={t('title')}
      steps={steps.map(({ step, done }) => ({
        key: step,
        title: t(`step.${step}`),
        isDone: done,
        isNext: step === next,
        help: step === next && t(`help.${step}`),
        way: wayTo(step),
      }))}
      extra={
        isComplete && (
          <Button size="small" onClick={hide}>
            {t('hide')}
          </Button>
        )
      }
    >
      {demoLeft > 0 && <Link to="/Admin/Demo">{t('demoLeft', { count: demoLeft })}</Link>}
    </StepList>
  )
}
