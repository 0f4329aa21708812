const focusable = 'a[href], button, input, select, textarea, [tabindex]'

/** Lets keys scroll a table that does not fit where nothing in it can have the focus. A callback for `ref` of antd's `Table`. */
export const focusableScroll = (table: { nativeElement: HTMLElement } | null): (() => void) | undefined => {
  const area = table?.nativeElement.querySelector<HTMLElement>('.ant-table-content, .ant-table-body')
  if (!area) return undefined
  const update = (): void => {
    const isNeeded = area.scrollWidth > area.clientWidth && !area.querySelector(focusable)
    if (area.hasAttribute('tabindex') === isNeeded) return
    if (!isNeeded) {
      for (const name of ['tabindex', 'role', 'aria-label']) area.removeAttribute(name)
      return
    }
    area.tabIndex = 0
    area.setAttribute('role', 'group')
    area.setAttribute('aria-label', area.closest('section[aria-label]')?.ariaLabel ?? document.title)
  }
  update()
  const sizes = new ResizeObserver(update)
  sizes.observe(area)
  const content = new MutationObserver(update)
  content.observe(area, { childList: true, subtree: true })
  return () => {
    sizes.disconnect()
    content.disconnect()
  }
}
