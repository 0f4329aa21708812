/** What a key does while a document is shown. */
export const readerActions = [
  'previous',
  'next',
  'goTo',
  'zoomOut',
  'zoomIn',
  'fitWidth',
  'fitPage',
  'search',
  'full',
] as const
export type ReaderAction = (typeof readerActions)[number]

/**
 * The key of each action, and what it writes with a Chinese input method. None of them means something at the experts' desk
 * or in the office's queue: a document is read beside both.
 */
export const readerKeys: Readonly<Record<ReaderAction, readonly [string, ...string[]]>> = {
  previous: [',', '，'],
  next: ['.', '。'],
  goTo: ['g'],
  zoomOut: ['x'],
  zoomIn: ['z'],
  fitWidth: ['w'],
  fitPage: ['e'],
  search: ['/', '、'],
  full: ['v'],
}

export const readerActionOf = (key: string): ReaderAction | undefined =>
  readerActions.find((action) => readerKeys[action].includes(key.toLowerCase()))
