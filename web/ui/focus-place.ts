/** Where the focus is: in a text field, on a button or link, on media or something that is scrolled, or nowhere special. */
export type FocusPlace = 'text' | 'button' | 'control' | 'page'

const textFields =
  'input:not([type=checkbox], [type=radio], [type=button], [type=range]), textarea, select, [contenteditable]'
const buttons = 'a[href], button:not([role]), summary, input'
const controls = 'video, audio, [role=tab], [role=separator], [role=region][tabindex]'

export const placeOfFocus = (target: EventTarget | null): FocusPlace => {
  if (!(target instanceof Element)) return 'page'
  if (target.matches(textFields)) return 'text'
  if (target.matches(controls)) return 'control'
  return target.matches(buttons) ? 'button' : 'page'
}

/** Whether a dialog asks something: keys are for it alone. */
export const isAsking = (): boolean =>
  [...document.querySelectorAll('[aria-modal="true"], dialog[open]')].some((dialog) => dialog.checkVisibility())

/** Whether the page is hidden by a dialog or a document: nothing is decided that nobody sees. */
export const isCovered = (): boolean => isAsking() || document.querySelector('[data-full]') !== null
