/** Light, dark, or whatever the system says. */
export type Style = 'system' | 'light' | 'dark'

const styleKey = 'lectern.style'
const weakKey = 'lectern.colorWeak'

export const readStyle = (): Style => (document.documentElement.dataset.theme as Style | undefined) ?? 'system'

export const writeStyle = (style: Style): void => {
  if (style === 'system') {
    delete document.documentElement.dataset.theme
    localStorage.removeItem(styleKey)
  } else {
    document.documentElement.dataset.theme = style
    localStorage.setItem(styleKey, style)
  }
}

export const readColorWeak = (): boolean => document.documentElement.hasAttribute('data-weak')

export const writeColorWeak = (weak: boolean): void => {
  if (weak) document.documentElement.dataset.weak = 'true'
  else delete document.documentElement.dataset.weak
  localStorage.setItem(weakKey, weak ? '1' : '0')
}
