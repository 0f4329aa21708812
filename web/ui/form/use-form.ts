import type { MessageId } from '@lectern/messages/message-id.ts'
import { createContext, use, useId, useRef, useState, type RefObject, type SubmitEvent } from 'react'
import type { FieldProblem } from '@lectern/contract/envelope.ts'
import { hasMessage, useIntl } from '../intl.tsx'
import {
  fieldNames,
  isMissing,
  placeProblems,
  readRequired,
  readValues,
  type FieldKind,
  type FormValues,
  type PlacedProblem,
} from './form-values.ts'

interface FormOptions<Name extends string> {
  /** Sends the form. What it throws are field problems, or errors that have been shown to the user. */
  submit: (values: FormValues<Name>, data: FormData) => Promise<unknown>
  /** The field problems of an error, if it has any. */
  problemsOf: (error: unknown) => readonly FieldProblem[] | undefined
  /**
   * Sends the form although required fields are missing, as soon as one is filled in. The server then reports the other
   * problems, and all are shown at once. Only for endpoints that change nothing for an incomplete form.
   */
  sendIncomplete?: boolean
}

export interface FormControl {
  /** Prefix of the ids of its fields. */
  id: string
  ref: RefObject<HTMLFormElement | null>
  problems: readonly PlacedProblem[]
  /** Problems of the last submit; some may be fixed by now. */
  lastProblems: readonly PlacedProblem[]
  busy: boolean
  /** The last submit succeeded. */
  done: boolean
  send: (event: SubmitEvent<HTMLFormElement>) => Promise<void>
  /** The current values. */
  values: () => FormValues
  /** Whether all required fields, or the named ones, are filled in; shows what is missing. */
  check: (names?: readonly string[]) => boolean
  /** Replaces the shown problems. */
  show: (problems: readonly FieldProblem[]) => void
  /** Shows the field problems of an error; ignores other errors. */
  report: (error: unknown) => void
  /** Resets all fields to their initial values. */
  reset: () => void
}

const missingTexts: Record<FieldKind, MessageId> = {
  text: 'form.required',
  secret: 'form.required',
  choice: 'form.requiredChoice',
  tick: 'form.requiredTick',
}

/** A form with uncontrolled fields: the document holds the values, so that no error or rendering can lose them. */
export const useForm = <Name extends string = string>({
  submit,
  problemsOf,
  sendIncomplete = false,
}: FormOptions<Name>): FormControl => {
  const intl = useIntl()
  const id = useId()
  const ref = useRef<HTMLFormElement>(null)
  // State is updated too late to block the second of two quick clicks.
  const running = useRef(false)
  const [problems, setProblems] = useState<readonly PlacedProblem[]>([])
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)

  const show = (list: readonly FieldProblem[]): void =>
    setProblems(placeProblems(list, ref.current ? fieldNames(ref.current, id) : []))

  const values = (): FormValues => (ref.current ? readValues(ref.current) : {})

  const requiredFields = () => (ref.current ? readRequired(ref.current) : [])

  const findMissing = (names?: readonly string[]): FieldProblem[] => {
    const typed = values()
    return requiredFields()
      .filter((field) => (names?.includes(field.name) ?? true) && isMissing(field, typed))
      .map(({ name, kind, label, missing: words }) => {
        const own = `field.${name}.required`
        const text = hasMessage(intl, own) ? own : missingTexts[kind]
        return { path: name, message: words ?? intl.formatMessage({ id: text }, { label }) }
      })
  }

  const check = (names?: readonly string[]): boolean => {
    const missing = findMissing(names)
    if (missing.length > 0) show(missing)
    return missing.length === 0
  }

  const report = (error: unknown): void => show(problemsOf(error) ?? [])

  const send = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (running.current) return
    const missing = findMissing()
    if (missing.length > 0 && (!sendIncomplete || missing.length === requiredFields().length)) return show(missing)
    running.current = true
    setBusy(true)
    setDone(false)
    try {
      await submit(readValues(event.currentTarget), new FormData(event.currentTarget))
      setProblems([])
      setDone(true)
    } catch (error) {
      const isNotified = ({ path }: FieldProblem): boolean => missing.some((problem) => problem.path === path)
      show([...missing, ...(problemsOf(error) ?? []).filter((problem) => !isNotified(problem))])
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  const reset = (): void => {
    ref.current?.reset()
    setProblems([])
    setDone(false)
  }

  return { id, ref, problems, lastProblems: problems, busy, done, send, values, check, show, report, reset }
}

const FormContext = createContext<FormControl | undefined>(undefined)

export const FormProvider = FormContext.Provider

export const useFormControl = (): FormControl => {
  const form = use(FormContext)
  if (!form) throw new Error('a field outside of Form')
  return form
}
