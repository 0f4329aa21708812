import { useState } from 'react'
import { createKeys } from '../../request/idempotency-key.ts'
import { formCall } from './use-office-form.ts'

type FormCall = typeof formCall & { headers?: Record<string, string> }

interface Calls<Content, Item extends { id: string }> {
  create: (content: Content, call: FormCall) => Promise<Item>
  change: (id: Item['id'], content: Content & { version: number }, call: FormCall) => Promise<Item>
}

/** Saves content. A new item is created once, however often it is sent; a change names the version it is based on. */
export const useContentSave = <Content extends object, Item extends { id: string; version: number }>({
  create,
  change,
}: Calls<Content, Item>): ((content: Content, before: Item | undefined) => Promise<Item>) => {
  const [keyOf] = useState(createKeys)
  return (content, before) =>
    before
      ? change(before.id, { ...content, version: before.version }, formCall)
      : create(content, { ...formCall, headers: { 'Idempotency-Key': keyOf(content) } })
}
