import { useState } from 'react'
import { pickColumns } from '../office/pick-columns.ts'

export const memberColumns = [
  'username',
  'status',
  'realName',
  'nickname',
  'school',
  'province',
  'email',
  'phone',
  'access',
  'hasSecondFactor',
  'createdAt',
  'seenAt',
] as const
export type MemberColumn = (typeof memberColumns)[number]

const shownAtFirst: readonly MemberColumn[] = memberColumns.filter(
  (column) => !['nickname', 'hasSecondFactor', 'seenAt'].includes(column),
)

const key = 'lectern.memberColumns'

/** The columns of a kept choice. */
export const readColumns = (kept: string | null): readonly MemberColumn[] =>
  kept === null ? shownAtFirst : pickColumns(memberColumns, kept.split(','))

const readKept = (): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Which columns this browser shows. */
export const useChosenColumns = () => {
  const [columns, setColumns] = useState(() => readColumns(readKept()))
  const choose = (chosen: readonly string[]): void => {
    setColumns(readColumns(chosen.join(',')))
    try {
      localStorage.setItem(key, chosen.join(','))
    } catch {
      // Storage may be forbidden; the choice then lasts as long as the page.
    }
  }
  return { columns, choose }
}
