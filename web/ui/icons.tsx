import type { ReactNode } from 'react'

/** A line icon in the colour of the surrounding text. */
export const Icon = ({ children }: { children: ReactNode }) => (
  <svg className="icon" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
    {children}
  </svg>
)

export const MenuIcon = () => (
  <Icon>
    <path d="M4 7h16M4 12h16M4 17h16" />
  </Icon>
)

export const ChevronIcon = () => (
  <Icon>
    <path d="m6 9 6 6 6-6" />
  </Icon>
)

export const SearchIcon = () => (
  <Icon>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </Icon>
)

export const SunIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4" />
  </Icon>
)

export const MoonIcon = () => (
  <Icon>
    <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z" />
  </Icon>
)

/** Half light, half dark. */
export const ThemeIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 3.5a8.5 8.5 0 0 1 0 17Z" fill="currentColor" />
  </Icon>
)

export const ContrastIcon = () => (
  <Icon>
    <circle cx="9" cy="10" r="5.5" />
    <circle cx="15" cy="14" r="5.5" />
  </Icon>
)
