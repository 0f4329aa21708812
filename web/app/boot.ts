// Runs before the first paint, as a classic script: applies the reader's choices and watches the loading of the page.
{
  const html = document.documentElement
  // React creates errors while its code starts. On slow phones, capturing their stack traces takes longer than the
  // start itself.
  Error.stackTraceLimit = 0
  const localeKey = 'lectern.locale'
  const loadMilliseconds = 120_000

  const read = (key: string): string | null => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }

  const style = read('lectern.style')
  if (style === 'light' || style === 'dark') html.dataset.theme = style
  const weak = read('lectern.colorWeak')
  if (weak) html.toggleAttribute('data-weak', weak === '1')
  html.toggleAttribute('data-side-collapsed', read('lectern.sideCollapsed') === '1')

  // The server knows the language only from the cookie. If the cookie is missing, write it again and reload.
  const chosen = read(localeKey)
  if (chosen && chosen !== html.lang && /^[a-z]{2}-[A-Z]{2}$/.test(chosen) && !/[?&]lang=/.test(location.search)) {
    const mirrored = document.cookie.includes(`${localeKey}=${chosen}`)
    const secure = location.protocol === 'https:' ? '; secure' : ''
    document.cookie = `${localeKey}=${chosen}; path=/; max-age=31536000; samesite=lax${secure}`
    if (!mirrored && document.cookie.includes(`${localeKey}=${chosen}`)) location.reload()
  }

  const showLoadError = (): void => {
    const show = (): void => document.getElementById('load-error')?.removeAttribute('hidden')
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', show)
    else show()
  }
  addEventListener(
    'error',
    (event) => {
      const target = event.target as Partial<HTMLLinkElement>
      // Once the page runs, it reports loading failures itself.
      if (!html.dataset.ready && (target.rel === 'stylesheet' || target.tagName === 'SCRIPT')) showLoadError()
    },
    true,
  )

  // Forms are sent by the page. One that is submitted before the page runs is submitted again until it does.
  let nextAttempt: ReturnType<typeof setTimeout> | undefined
  addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement
      if (html.dataset.ready || form.method === 'get') return
      event.preventDefault()
      event.stopPropagation()
      clearTimeout(nextAttempt)
      nextAttempt = setTimeout(() => form.requestSubmit(), 99)
    },
    true,
  )

  setTimeout(() => {
    if (document.querySelector('script[type=module]') && !html.dataset.ready) showLoadError()
  }, loadMilliseconds)
}
