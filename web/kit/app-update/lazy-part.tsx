import { type ComponentType, lazy, type ReactNode, Suspense, useState, useEffect } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ErrorBoundary } from '#web/kit/ui/error-boundary.tsx'
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
  const makeLater = () => lazy(async () => ({ default: await fetchPart() }))

  function Part({ waiting = null, ...props }: Props & { waiting?: ReactNode }) {
    // Chosen once, so that a part does not remount when its code has arrived meanwhile.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? makeLater())
    // TypeScript can't infer that Props without our optional prop is Props.
    const own = props as unknown as Props
    return (
      <ErrorBoundary fallback={Failure}>
        <Suspense fallback={waiting}>
          <Chosen {...own} />
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
