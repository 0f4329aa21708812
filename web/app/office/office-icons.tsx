import type { ReactNode } from 'react'
import { Icon } from '../../ui/icons.tsx'

/** One icon per entry of the office menu. */
const drawings = {
  dashboard: <path d="M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z" />,
  activity: (
    <path d="M8 4h8v6a4 4 0 0 1-8 0zM8 6H4.5c0 3 1.4 4.5 3.7 4.8M16 6h3.5c0 3-1.4 4.5-3.7 4.8M12 14v5M8.5 20h7" />
  ),
  phase: <path d="M4 6h16v14H4zM4 10.5h16M8 3v4M16 3v4M8 15h5" />,
  team: (
    <>
      <circle cx="9" cy="8" r="3.2" />
      <path d="M3.5 19c0-3.2 2.4-5.2 5.5-5.2s5.5 2 5.5 5.2M16 5.2a3 3 0 0 1 0 5.8M17 14c2.2.5 3.5 2.3 3.5 5" />
    </>
  ),
  enrolment: <path d="M9 4h6v3H9zM7 5.5H5V21h14V5.5h-2M9 14l2.2 2.2 4.3-4.4" />,
  work: <path d="M4 5h16v14H4zM10 9.2v5.6l5-2.8z" />,
  review: <path d="M12 3.5 14.5 9l6 .7-4.4 4.1 1.2 5.9L12 16.7l-5.3 3 1.2-5.9L3.5 9.7l6-.7z" />,
  certificate: (
    <path d="M4 4h16v11h-4M4 4v11h4M8 8h8M12 17a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM10.5 16.5 10 21l2-1 2 1-.5-4.5" />
  ),
  case: (
    <path d="M12 4v16M7 20h10M5 7h14M8 7l-3.500 7a3.500 3.500 0 0 0 7 0zM16 7l-3.500 7a3.500 3.500 0 0 0 7 0zM12 4.500h.01" />
  ),
  banner: (
    <>
      <path d="M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17" />
      <circle cx="15.5" cy="9" r="1.2" />
    </>
  ),
  result: (
    <>
      <circle cx="12" cy="8.5" r="5" />
      <path d="M9 12.8 7.5 20.5 12 18l4.5 2.5-1.5-7.7" />
    </>
  ),
  recommendation: <path d="M5 20V9h4v11M10 20V4h4v16M15 20v-8h4v8M3 20h18" />,
  news: <path d="M4 5h13v14H6a2 2 0 0 1-2-2zM17 9h3v8a2 2 0 0 1-2 2h-1M7.5 9h6M7.5 12.5h6M7.5 16h4" />,
  related: <path d="M4.5 4h4v16h-4zM8.5 4h4v16h-4zM14 5.2l3.7-1 3.8 15-3.7 1z" />,
  material: <path d="M4 6h6l2 2h8v11H4z" />,
  pages: <path d="M4 4h16v16H4zM4 9h16M10 9v11" />,
  partner: <path d="M4 20V8l8-4 8 4v12M2.5 20h19M9.5 20v-5h5v5M9 10.5h.01M15 10.5h.01" />,
  document: <path d="m12 3 7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4" />,
  member: (
    <>
      <path d="M3.5 5h17v14h-17z" />
      <circle cx="9" cy="10.3" r="2" />
      <path d="M5.8 16c.4-1.8 1.6-2.6 3.2-2.6s2.8.8 3.2 2.6M15 10h3M15 13.5h3" />
    </>
  ),
  expert: <path d="M12 5 2.5 9.5 12 14l9.5-4.5zM6.5 11.5V16c1.5 1.6 3.3 2.3 5.5 2.3s4-.7 5.5-2.3v-4.5M21.5 9.5V15" />,
  institution: <path d="M3 20h18M5 20V10M19 20V10M9.500 20v-6h5v6M3.500 10 12 4l8.500 6z" />,
  notice: <path d="M4 10v4h3l9 5V5l-9 5zM19 9.5a4 4 0 0 1 0 5M7.5 14.3 9 20h2.2L10 15.7" />,
  message: <path d="M4 5h16v11H10l-5 4v-4H4zM8 9h8M8 12.2h5" />,
  outbox: <path d="M3.5 11.5 20.5 4l-4.5 16-4.5-6.5zM11.5 13.5l9-9.5" />,
  task: <path d="M4 6h9M4 12h6M4 18h6M20 15.5a4 4 0 1 1-1.2-2.9M20 10.5v2.6h-2.6" />,
  accessToken: (
    <>
      <circle cx="8" cy="15" r="4" />
      <path d="M11 12 19.5 3.500M16 7l3 3M13.500 9.500l2 2" />
    </>
  ),
  webhook: (
    <>
      <circle cx="12" cy="6.500" r="3" />
      <circle cx="5.500" cy="17" r="3" />
      <circle cx="18.500" cy="17" r="3" />
      <path d="M10.500 9.200 7 14.500M13.500 9.200 17 14.500M8.500 17h7" />
    </>
  ),
  audit: <path d="M4.6 12a7.5 7.5 0 1 0 2.2-5.4L4 9.2M4 4.5v4.7h4.7M12 8v4.5l3 1.8" />,
  setting: (
    <>
      <path d="M4 7h8.5M18 7h2M4 17h2M11.5 17H20" />
      <circle cx="15.2" cy="7" r="2.4" />
      <circle cx="8.8" cy="17" r="2.4" />
    </>
  ),
  begin: <path d="M6 21V4M6 5h12l-2.5 3.5L18 12H6" />,
  public: <path d="M13 5h6v6M19 5l-9 9M10 6H5v13h13v-5" />,
  panel: <path d="M4 5h16v14H4zM9 5v14" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
} satisfies Record<string, ReactNode>

export type OfficeIconName = keyof typeof drawings

export const OfficeIcon = ({ name }: { name: OfficeIconName }) => <Icon>{drawings[name]}</Icon>
