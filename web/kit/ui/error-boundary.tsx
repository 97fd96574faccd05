import { Component, type ComponentType, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  children: ReactNode
  // Rendered in place of what failed; onRetry renders the children again.
  fallback: ComponentType<{ error: Error; onRetry: () => void }>
  // A change of this value, such as the address, clears the failure.
  resetKey?: string
}

type ErrorBoundaryState = {
  error: Error | null
}

/** Keeps a failed part from taking down the whole app. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null }

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidUpdate(previous: ErrorBoundaryProps): void {
    if (this.state.error !== null && previous.resetKey !== this.props.resetKey) this.reset()
  }

  reset = (): void => this.setState({ error: null })

  override render(): ReactNode {
    const { error } = this.state
    const { fallback: Fallback, children } = this.props
    return error === null ? children : <Fallback error={error} onRetry={this.reset} />
  }
}
