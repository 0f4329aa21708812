import type { FocusPlace } from '../../ui/focus-place.ts'

/** What a key does at the desk. */
export type DeskAction =
  | { do: 'level' | 'criterion'; number: number }
  | { do: 'up' | 'down' | 'less' | 'more' | 'type' }
  | { do: 'next' | 'previous' | 'submit' | 'comment' | 'remark' | 'flag' | 'help' }
  | { do: 'play' | 'back' | 'forward' | 'slower' | 'faster' | 'note' | 'previousPart' | 'nextPart' }

export type DeskActionName = DeskAction['do']

const byKey: Readonly<Record<string, Exclude<DeskActionName, 'level' | 'criterion'>>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'less',
  ArrowRight: 'more',
  '-': 'less',
  '+': 'more',
  '=': 'more',
  Enter: 'type',
  n: 'next',
  p: 'previous',
  s: 'submit',
  c: 'comment',
  r: 'remark',
  f: 'flag',
  '?': 'help',
  '\uff1f': 'help',
  ' ': 'play',
  k: 'play',
  j: 'back',
  l: 'forward',
  '<': 'slower',
  '>': 'faster',
  m: 'note',
  '[': 'previousPart',
  ']': 'nextPart',
}

const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']
/** Keys that an element uses itself. */
const ownKeys: Readonly<Record<FocusPlace, readonly string[]>> = {
  text: [],
  button: ['Enter', ' '],
  control: [...arrows, 'Enter', ' '],
  page: [],
}

export interface PressedKey {
  key: string
  code: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  isComposing: boolean
}

export const actionOf = (pressed: PressedKey, place: FocusPlace): DeskAction | undefined => {
  const { key, code, shiftKey, ctrlKey, metaKey, altKey, isComposing } = pressed
  if (place === 'text' || ctrlKey || metaKey || altKey || isComposing) return undefined
  const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(code) ?? []
  if (digit !== undefined) return { do: shiftKey ? 'criterion' : 'level', number: Number(digit) }
  if (ownKeys[place].includes(key)) return undefined
  const name = byKey[key.length === 1 ? key.toLowerCase() : key]
  return name && { do: name }
}
