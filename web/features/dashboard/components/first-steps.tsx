import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Button } from 'antd'
import { useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { readFirstSteps } from '@lectern/contract/office-shell.ts'
import type { FirstStep } from '@lectern/contract/office-values.ts'
import { Link } from '../../../router/link.tsx'
import { useIntl } from '../../../ui/intl.tsx'
import styles from './first-steps.module.css'

/** The page of each step. */
const places: Record<FirstStep, string> = {
  begin: '/Admin/Begin',
  title: '/Admin/Setting',
  mail: '/Admin/Setting#mail',
  secondFactor: '/account/settings?tab=security',
  edition: '/Admin/Activity?open=editions',
  activity: '/Admin/Activity/Edit',
  phases: '/Admin/Phase',
  pages: '/Admin/About?page=Home',
  publish: '/Admin/Activity',
}

/** Steps that must be done before. */
const needs: Partial<Record<FirstStep, FirstStep>> = { activity: 'edition', phases: 'edition', publish: 'activity' }

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
export const FirstSteps = ({ steps, demoLeft }: Steps) => {
  const intl = useIntl()
  const [hidden, setHidden] = useState(isHidden)
  const done = steps.filter((step) => step.done).length
  const isComplete = done === steps.length
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
  const isDone = (step: FirstStep | undefined): boolean => steps.find((one) => one.step === step)?.done ?? true
  const next = steps.find((step) => !step.done)?.step
  const wayTo = (step: FirstStep) => {
    const before = needs[step]
    if (before && !isDone(before))
      return <span className={styles.after}>{t('after', { step: t(`step.${before}`) })}</span>
    return (
      <Link className={styles.go} to={places[step]}>
        {t(`go.${step}`)}
      </Link>
    )
  }
  return (
    <section className={styles.steps} aria-label={t('title')}>
      <header>
        <h2>{t('title')}</h2>
        <span>{t('progress', { done, count: steps.length })}</span>
        {isComplete && (
          <Button size="small" onClick={hide}>
            {t('hide')}
          </Button>
        )}
      </header>
      <ol>
        {steps.map(({ step, done: isOver }) => (
          <li key={step} data-done={isOver || undefined} data-next={step === next || undefined}>
            <span className={styles.mark} aria-hidden="true">
              {isOver ? '✓' : ''}
            </span>
            <div className={styles.text}>
              <strong>{t(`step.${step}`)}</strong>{' '}
              <span className="visually-hidden">{t(isOver ? 'done' : 'open')}</span>
              {step === next && <p>{t(`help.${step}`)}</p>}
            </div>
            {!isOver && wayTo(step)}
          </li>
        ))}
      </ol>
      {demoLeft > 0 && (
        <p className={styles.left}>
          <Link to="/Admin/Demo">{t('demoLeft', { count: demoLeft })}</Link>
        </p>
      )}
    </section>
  )
}
