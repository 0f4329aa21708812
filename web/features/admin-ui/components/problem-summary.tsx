import { Alert } from 'antd'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { withLabel } from '@lectern/contract/pages/brackets.ts'
import { useIntl } from '../../../ui/intl.tsx'
import type { OfficeForm } from '../use-office-form.ts'

/** The label of a field of a form; antd puts the name of the form before the id. */
const labelOf = (root: ParentNode, path: string): string | undefined => {
  const id = path.replaceAll('.', '_')
  const labels = [...root.querySelectorAll<HTMLLabelElement>('label[for]')]
  const label = labels.find(({ htmlFor }) => htmlFor === id || htmlFor.endsWith(`_${id}`))
  return label?.textContent.trim() || undefined
}

/** All problems of a form with links to the fields; gets the focus after each failure. */
export const ProblemSummary = ({ form: { problems, isField, choose } }: { form: OfficeForm }) => {
  const intl = useIntl()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problems.length > 0) ref.current!.focus()
  }, [problems])
  const [labels, setLabels] = useState<readonly (string | undefined)[]>([])
  useLayoutEffect(() => {
    const root = ref.current?.closest('form, [role="dialog"]') ?? document
    setLabels(problems.map(({ path }) => labelOf(root, path)))
  }, [problems])
  if (problems.length === 0) return null
  /** The message, with the name of its field unless it says it. */
  const textOf = (message: string, label: string | undefined): string =>
    label === undefined || message.includes(label) ? message : withLabel(intl.locale, label, message)
  return (
    <div ref={ref} tabIndex={-1} style={{ marginBottom: 16 }}>
      <Alert
        type="error"
        role="alert"
        showIcon
        title={intl.formatMessage({ id: 'form.problems' })}
        description={
          <ul style={{ paddingInlineStart: 20 }}>
            {problems.map(({ path, message }, at) => (
              <li key={`${path} ${message}`}>
                {isField(path) ? (
                  <a
                    href={`#${path}`}
                    onClick={(event) => {
                      event.preventDefault()
                      choose(path)
                    }}
                  >
                    {textOf(message, labels[at])}
                  </a>
                ) : (
                  textOf(message, labels[at])
                )}
              </li>
            ))}
          </ul>
        }
      />
    </div>
  )
}
