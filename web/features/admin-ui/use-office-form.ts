import type { FormInstance } from 'antd'
import { useRef, useState } from 'react'
import type { FieldProblem } from '@lectern/contract/envelope.ts'
import { failureOf, problemsOf } from '../../request/request-error.ts'

export interface OfficeForm {
  busy: boolean
  /** Another user has saved a newer version. */
  outdated: boolean
  problems: readonly FieldProblem[]
  isField: (path: string) => boolean
  /** Moves the focus to a field. */
  choose: (path: string) => void
  /** Shows problems at the fields and in the summary. */
  show: (problems: readonly FieldProblem[]) => void
  /** Runs once, even if called again meanwhile, and shows field problems. */
  send: (work: () => Promise<unknown>) => Promise<void>
  /** The newer version has been loaded. */
  catchUp: () => void
}

/** Request options of such a form: it shows conflicts itself, and a lost session loses nothing that was typed. */
export const formCall = { inPlaceSignIn: true, reportedByCaller: ['resource.changed'] } as const

type Name = ReturnType<FormInstance['getFieldsError']>[number]['name']

/**
 * Submits a form of the office and shows the result. `reveal`: makes a field visible. `prepare`: renders the fields
 * with these problems before they are shown.
 */
export const useOfficeForm = (
  form: FormInstance,
  reveal: (path: string) => void = () => {},
  prepare: (problems: readonly FieldProblem[]) => void = () => {},
): OfficeForm => {
  // State is updated too late to block the second of two quick clicks.
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [outdated, setOutdated] = useState(false)
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const fields = (): Name[] => form.getFieldsError().map(({ name }) => name)
  const find = (path: string): Name | undefined => fields().find((name) => name.join('.') === path)
  const show = (list: readonly FieldProblem[]): void => {
    if (list.length > 0) prepare(list)
    form.setFields(
      fields().map((name) => ({
        name,
        errors: list.filter(({ path }) => path === name.join('.')).map(({ message }) => message),
      })),
    )
    setProblems(list)
  }
  const send = async (work: () => Promise<unknown>): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work()
      setOutdated(false)
      show([])
    } catch (error) {
      setOutdated(failureOf(error)?.error === 'resource.changed')
      // Errors that are not about a field were shown by the request.
      show(problemsOf(error) ?? [])
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return {
    busy,
    outdated,
    problems,
    isField: (path) => find(path) !== undefined,
    choose: (path) => {
      reveal(path)
      form.focusField(find(path)!)
    },
    show,
    send,
    catchUp: () => setOutdated(false),
  }
}
