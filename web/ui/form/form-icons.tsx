import type { ReactNode } from 'react'

const Icon = ({ children }: { children: ReactNode }) => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
)

export const AlertIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.500v5.500M12 16.500v.01" strokeWidth="2.200" />
  </Icon>
)

export const EyeIcon = () => (
  <Icon>
    <path d="M2.500 12C5 7.500 8.300 5.500 12 5.500s7 2 9.500 6.500c-2.500 4.500-5.800 6.500-9.500 6.500S5 16.500 2.500 12Z" />
    <circle cx="12" cy="12" r="3" />
  </Icon>
)

export const EyeOffIcon = () => (
  <Icon>
    <path d="M9.500 5.800c.8-.2 1.600-.3 2.500-.3 3.700 0 7 2 9.500 6.500-.8 1.500-1.800 2.700-2.800 3.700M15.500 17.800c-1.100.4-2.300.7-3.500.7-3.700 0-7-2-9.500-6.500 1.100-2 2.500-3.600 4-4.700" />
    <path d="M9.900 10a3 3 0 0 0 4.200 4.200M4 4l16 16" />
  </Icon>
)
