import { Component, type ComponentType, type ReactNode } from 'react'

interface Props {
  /** Shown instead of the children when they throw while rendering. */
  Fallback: ComponentType<{ error: unknown }>
  /** The children are rendered again when this changes. */
  attempt?: unknown
  children: ReactNode
}

interface State {
  error: unknown
  failed: boolean
}

const whole: State = { error: undefined, failed: false }

/** Replaces only the children that failed; everything around them stays usable. */
export class ErrorBoundary extends Component<Props, State> {
  override state = whole

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true }
  }

  override componentDidUpdate(before: Props, { failed }: State): void {
    // Runs once per attempt, and only after a failure.
    // oxlint-disable-next-line react/no-did-update-set-state
    if (failed && this.state.failed && before.attempt !== this.props.attempt) this.setState(whole)
  }

  override render(): ReactNode {
    const { Fallback, children } = this.props
    const { error, failed } = this.state
    return failed ? <Fallback error={error} /> : children
  }
}
