import { Icon } from '../../../ui/icons.tsx'

export const BackIcon = () => (
  <Icon>
    <path d="m14 6-6 6 6 6" />
  </Icon>
)

export const ForwardIcon = () => (
  <Icon>
    <path d="m10 6 6 6-6 6" />
  </Icon>
)

export const UpIcon = () => (
  <Icon>
    <path d="m6 15 6-6 6 6" />
  </Icon>
)

export const DownIcon = () => (
  <Icon>
    <path d="m6 9 6 6 6-6" />
  </Icon>
)

export const FlagIcon = () => (
  <Icon>
    <path d="M6 21V4M6 4.500h11l-2.500 4 2.500 4H6" />
  </Icon>
)

export const KeysIcon = () => (
  <Icon>
    <path d="M3 7h18v10H3zM7 10.500v.01M11 10.500v.01M15 10.500v.01M8 14h8" />
  </Icon>
)
