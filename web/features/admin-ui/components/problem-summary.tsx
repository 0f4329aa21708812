import { Alert } from 'antd'
import { useEffect, useRef } from 'react'
import { useIntl } from '../../../ui/intl.tsx'
import type { OfficeForm } from '../use-office-form.ts'

/** All problems of a form with links to the fields; gets the focus after each failure. */
export const ProblemSummary = ({ form: { problems, isField, choose } }: { form: OfficeForm }) => {
  const intl = useIntl()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problems.length > 0) ref.current!.focus()
  }, [problems])
  if (problems.length === 0) return null
  return (
    <div ref={ref} tabIndex={-1} style={{ marginBottom: 16 }}>
      <Alert
        type="error"
        role="alert"
        showIcon
        title={intl.formatMessage({ id: 'form.problems' })}
        description={
          <ul style={{ paddingInlineStart: 20 }}>
            {problems.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                {isField(path) ? (
                  <a
                    href={`#${path}`}
                    onClick={(event) => {
                      event.preventDefault()
                      choose(path)
                    }}
                  >
                    {message}
                  </a>
                ) : (
                  message
                )}
              </li>
            ))}
          </ul>
        }
      />
    </div>
  )
}
