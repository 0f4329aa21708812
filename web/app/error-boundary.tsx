import { Component, type ComponentType, type ReactNode } from 'react'

interface Props {
  /** What stands instead of the children when they break while rendering. */
  Fallback: ComponentType<{ error: unknown }>
  /** The children are tried again when this changes. */
  attempt?: unknown
  children: ReactNode
}

interface State {
  error: unknown
  failed: boolean
}

const whole: State = { error: undefined, failed: false }

/** What breaks while rendering is replaced; what is around it stays usable. */
export class ErrorBoundary extends Component<Props, State> {
  override state = whole

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true }
  }

  override componentDidUpdate(before: Props, { failed }: State): void {
    // Once for each attempt, and only after a failure.
    // oxlint-disable-next-line react/no-did-update-set-state
    if (failed && this.state.failed && before.attempt !== this.props.attempt) this.setState(whole)
  }

  override render(): ReactNode {
    const { Fallback, children } = this.props
    const { error, failed } = this.state
    return failed ? <Fallback error={error} /> : children
  }
}
