import { type ComponentType, lazy, type ReactNode, Suspense, useState, useEffect, Component } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { loadChunk } from './chunk-failure.ts'

/** Replaces a part of a page that could not be loaded: the page stays, and a notice reports it. */
function PartFailure() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  useEffect(() => void notify({ id: 'part-failure', severity: 'error', text: t('updater.partMissing') }), [notify, t])
  return null
}

/**
 * A component whose code is fetched when it is first rendered, or earlier by `preload`; it then renders at once. `Failure`
 * replaces it when it can't be loaded.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failure: ComponentType<{ error: Error; onRetry: () => void }> = PartFailure,
) {
  let loaded: ComponentType<Props> | undefined
  const fetchPart = async () => (loaded ??= await loadChunk(load))
  const createLazy = () => lazy(async () => ({ default: await fetchPart() }))

  function Part({ waiting = null, ...props }: Props & { waiting?: ReactNode }) {
    // Chosen once, so that a part does not remount when its code has arrived meanwhile.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? createLazy())
    // TypeScript can't infer that Props without our optional prop is Props.
    const partProps = props as unknown as Props
    return (
      <ErrorBoundary fallback={Failure}>
        <Suspense fallback={waiting}>
          <Chosen {...partProps} />
        </Suspense>
      </ErrorBoundary>
    )
  }
  return {
    Part,
    preload: () =>
      fetchPart().then(
        () => undefined,
        () => undefined,
      ),
  }
}

type ErrorBoundaryProps = {
  children: ReactNode
  /** Rendered in place of what failed; onRetry renders the children again. */
  fallback: ComponentType<{ error: Error; onRetry: () => void }>
  /** A change of this value, such as the address, clears the failure. */
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
