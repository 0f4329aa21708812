import { Icon } from '../../../ui/icons.tsx'

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

export const GripIcon = () => (
  <Icon>
    <path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" />
  </Icon>
)
