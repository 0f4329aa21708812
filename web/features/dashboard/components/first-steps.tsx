import { Button } from 'antd'
import { useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { readFirstSteps } from '@lectern/contract/office-shell.ts'
import type { FirstStep } from '@lectern/contract/office-values.ts'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import styles from './first-steps.module.css'

/** Where each step is done; beginning needs the command line. */
const places: Record<Exclude<FirstStep, 'begin' | 'mail'>, string> = {
  title: '/Admin/Setting',
  secondFactor: '/account/settings?tab=security',
  edition: '/Admin/Activity',
  activity: '/Admin/Activity/Edit',
  phases: '/Admin/Phase',
  pages: '/Admin/About',
  publish: '/Admin/Activity',
}

const key = 'lectern.firstStepsHidden'

const isHidden = (): boolean => {
  try {
    return localStorage.getItem(key) === '1'
  } catch {
    return false
  }
}

type Steps = AnswerOf<typeof readFirstSteps>['steps']

/** The way from a new site to the first team, each step as it stands. Once all are done, it can be put away. */
export const FirstSteps = ({ steps }: { steps: Steps }) => {
  const intl = useIntl()
  const [hidden, setHidden] = useState(isHidden)
  const done = steps.filter((step) => step.done).length
  const isComplete = done === steps.length
  if (isComplete && hidden) return null
  const hide = (): void => {
    setHidden(true)
    try {
      localStorage.setItem(key, '1')
    } catch {
      // Storage may be forbidden; it then comes back with the next visit.
    }
  }
  const next = steps.find((step) => !step.done)?.step
  const title = intl.formatMessage({ id: 'office.first.title' })
  return (
    <section className={styles.steps} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span>
          <FormattedMessage id="office.first.progress" values={{ done, count: steps.length }} />
        </span>
        {isComplete && (
          <Button size="small" onClick={hide}>
            <FormattedMessage id="office.first.hide" />
          </Button>
        )}
      </header>
      <ol>
        {steps.map(({ step, done: isDone }) => (
          <li key={step} data-done={isDone || undefined} data-next={step === next || undefined}>
            <span className={styles.mark} aria-hidden="true">
              {isDone ? '✓' : ''}
            </span>
            <div className={styles.text}>
              <strong>
                <FormattedMessage id={`office.first.step.${step}`} />
              </strong>{' '}
              <span className="visually-hidden">
                <FormattedMessage id={isDone ? 'office.first.done' : 'office.first.open'} />
              </span>
              {!isDone && (
                <p>
                  <FormattedMessage id={`office.first.help.${step}`} />
                </p>
              )}
            </div>
            {!isDone && step in places && (
              <Link className={styles.go} to={places[step as keyof typeof places]}>
                <FormattedMessage id={`office.first.go.${step}`} />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
