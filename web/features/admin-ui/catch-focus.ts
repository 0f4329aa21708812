const isLost = (active: Element): boolean => active === document.body || active.getClientRects().length === 0

/**
 * Where what was pressed is gone, the keyboard goes on in this place or at the page's heading, and not at the top of the document. A dialog
 * that has just closed is out of sight with the next frame.
 */
export const catchFocus = (place?: HTMLElement | null): void =>
  void requestAnimationFrame(() => {
    if (!isLost(document.activeElement ?? document.body)) return
    const next = place ?? document.querySelector<HTMLElement>('main h1')
    next?.focus()
  })
