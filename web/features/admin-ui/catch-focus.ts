const isLost = (active: Element): boolean => active === document.body || active.getClientRects().length === 0

/**
 * If the focused element is gone, moves the focus to this element or to the page's heading instead of the top of the
 * document. Waits a frame, because a dialog that has just closed is still visible.
 */
export const catchFocus = (place?: HTMLElement | null): void =>
  void requestAnimationFrame(() => {
    if (!isLost(document.activeElement ?? document.body)) return
    const next = place ?? document.querySelector<HTMLElement>('main h1')
    next?.focus()
  })
