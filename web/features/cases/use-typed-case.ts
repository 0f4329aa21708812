import { useState } from 'react'
import { findTyped, forgetTyped, keepTyped, type TypedCase } from './typed-case.ts'

/** What is typed into a form, kept in this browser at once, until it is sent. A list that was asked for is chosen already. */
export const useTypedCase = (form: string, owner: string, asked?: string) => {
  const [typed, setTyped] = useState(() => {
    const kept = findTyped(form, owner)
    return asked === undefined || asked === kept.list ? kept : { ...kept, list: asked, work: null }
  })
  const change = (changes: Partial<TypedCase>): void =>
    setTyped((former) => {
      const next = { ...former, ...changes }
      keepTyped(form, owner, next)
      return next
    })
  return { typed, change, forget: () => forgetTyped(form) }
}
