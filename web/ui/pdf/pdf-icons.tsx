import { Icon } from '../icons.tsx'

export const PreviousIcon = () => (
  <Icon>
    <path d="m6 15 6-6 6 6" />
  </Icon>
)

export const NextIcon = () => (
  <Icon>
    <path d="m6 9 6 6 6-6" />
  </Icon>
)

export const ZoomOutIcon = () => (
  <Icon>
    <path d="M6 12h12" />
  </Icon>
)

export const ZoomInIcon = () => (
  <Icon>
    <path d="M6 12h12M12 6v12" />
  </Icon>
)

export const FitWidthIcon = () => (
  <Icon>
    <path d="M4 5v14M20 5v14M8 12h8M10.500 9.500 8 12l2.500 2.500M13.500 9.500 16 12l-2.500 2.500" />
  </Icon>
)

export const FitPageIcon = () => (
  <Icon>
    <path d="M7 3.500h10v17H7zM10 8h4M10 11h4M10 14h4" />
  </Icon>
)

export const FullIcon = () => (
  <Icon>
    <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
  </Icon>
)

export const LeaveFullIcon = () => (
  <Icon>
    <path d="M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5" />
  </Icon>
)

export const CloseIcon = () => (
  <Icon>
    <path d="m6 6 12 12M18 6 6 18" />
  </Icon>
)
