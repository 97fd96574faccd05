import { Component, type ComponentType, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  children: ReactNode
  // Drawn in place of what failed; onRetry draws the children anew.
  fallback: ComponentType<{ error: Error; onRetry: () => void }>
  // When this changes, such as the address, the failure is forgotten.
  resetKey?: string
}

interface ErrorBoundaryState {
  error: Error | null
}

/** Keeps one failed part from taking the whole app with it. */
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
