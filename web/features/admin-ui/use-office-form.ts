import type { FormInstance } from 'antd'
import { useRef, useState } from 'react'
import type { FieldProblem } from '@lectern/contract/envelope.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { failureOf, problemsOf, RequestError } from '../../request/request-error.ts'
import { useIntl } from '../../ui/intl.tsx'
import { placeOf } from './problem-places.ts'

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
  /**
   * Runs once, even if called again meanwhile, and shows field problems. `known`: problems that the form has found
   * itself, shown together with those of the server.
   */
  send: (work: () => Promise<unknown>, known?: readonly FieldProblem[]) => Promise<void>
  /** The newer version has been loaded. */
  catchUp: () => void
}

/** Request options of such a form: it shows conflicts itself, and a lost session loses nothing that was typed. */
export const formCall = { inPlaceSignIn: true, reportedByCaller: ['resource.changed'] } as const

type Name = ReturnType<FormInstance['getFieldsError']>[number]['name']

/** Whether a problem that the form has found is the one that the server reports for this path. */
const isAbout = ({ path }: FieldProblem, reported: string): boolean => `${path}.`.startsWith(`${reported}.`)

interface OfficeFormOptions {
  /** The language that is being edited; default: the reader's. */
  language?: Locale
  /** Makes a field visible. */
  reveal?: (path: string) => void
  /** Renders the fields with these problems before they are shown. */
  prepare?: (problems: readonly FieldProblem[]) => void
}

/** Submits a form of the office and shows the result. */
export const useOfficeForm = (form: FormInstance, options: OfficeFormOptions = {}): OfficeForm => {
  const { locale } = useIntl()
  const { language = locale, reveal, prepare } = options
  // State is updated too late to block the second of two quick clicks.
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [outdated, setOutdated] = useState(false)
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const fields = (): Name[] => form.getFieldsError().map(({ name }) => name)
  const find = (path: string): Name | undefined => fields().find((name) => name.join('.') === path)
  const show = (list: readonly FieldProblem[]): void => {
    if (list.length > 0) prepare?.(list)
    const names = fields()
    const paths = names.map((name) => name.join('.'))
    const placed = list.map(({ path, message }) => ({ path: placeOf(path, paths, language) ?? path, message }))
    form.setFields(
      names.map((name, at) => ({
        name,
        errors: placed.filter(({ path }) => path === paths[at]).map(({ message }) => message),
      })),
    )
    setProblems(placed)
  }
  const send = async (work: () => Promise<unknown>, known: readonly FieldProblem[] = []): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work()
      setOutdated(false)
      show([])
    } catch (error) {
      // Nobody has been told of a mistake of the program.
      if (!(error instanceof RequestError)) reportError(error)
      setOutdated(failureOf(error)?.error === 'resource.changed')
      // Errors that are not about a field were shown by the request.
      const others = (problemsOf(error) ?? []).filter(({ path }) => !known.some((problem) => isAbout(problem, path)))
      show([...known, ...others])
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
      reveal?.(path)
      form.focusField(find(path)!)
    },
    show,
    send,
    catchUp: () => setOutdated(false),
  }
}
