import { useEffect, useRef, type MouseEvent } from 'react'
import { FormattedMessage } from '../intl.tsx'
import styles from './error-summary.module.css'
import { AlertIcon } from './form-icons.tsx'
import { useFormControl } from './use-form.ts'

const focusField = (event: MouseEvent<HTMLAnchorElement>): void => {
  event.preventDefault()
  const field = document.getElementById(event.currentTarget.hash.slice(1))
  // Scroll to the whole field, so that its label is visible too.
  field?.closest('[data-field]')?.scrollIntoView()
  field?.focus({ preventScroll: true })
}

/** All problems of the form; gets the focus after each failure. Rendered by Form. */
export const ErrorSummary = () => {
  const { id, problems, lastProblems } = useFormControl()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (lastProblems.length > 0) ref.current?.focus()
  }, [lastProblems])
  if (problems.length === 0) return null
  return (
    <div ref={ref} className={styles.summary} tabIndex={-1}>
      <div role="alert">
        <h2 className={styles.title}>
          <AlertIcon />
          <FormattedMessage id="form.problems" />
        </h2>
        <ul className={styles.list}>
          {problems.map(({ path, message, inField }) => (
            <li key={`${path} ${message}`}>
              {inField ? (
                <a href={`#${id}-${path}`} onClick={focusField}>
                  {message}
                </a>
              ) : (
                message
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
