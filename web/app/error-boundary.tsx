import { Component, type ReactNode } from 'react'
import { PageFailure } from './failure-screen.tsx'

interface State {
  error: unknown
  failed: boolean
}

/** A page that breaks while rendering is replaced by a failure; the frame around it stays usable. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined, failed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? <PageFailure error={this.state.error} /> : this.props.children
  }
}
