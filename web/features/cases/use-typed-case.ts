import { useState } from 'react'
import { findTyped, forgetTyped, keepTyped, type TypedCase } from './typed-case.ts'

/** What is typed into a form, kept in this browser at once, until it is sent. */
export const useTypedCase = (form: string, owner: string) => {
  const [typed, setTyped] = useState(() => findTyped(form, owner))
  const change = (changes: Partial<TypedCase>): void =>
    setTyped((former) => {
      const next = { ...former, ...changes }
      keepTyped(form, owner, next)
      return next
    })
  return { typed, change, forget: () => forgetTyped(form) }
}
