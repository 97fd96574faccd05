import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { ApiError, hasCode, errorText } from '#web/kit/api/api-error.ts'
import { createQueryClient, onLoadFailed, reloadQueriesIn } from '#web/kit/api/query-client.ts'
import { ErrorBoundary } from '#web/kit/app-update/lazy-part.tsx'
import { t } from '#web/kit/i18n/speech.ts'
import { PATHS } from '#web/kit/paths.ts'
import { SessionProvider } from '#web/kit/session/session-provider.tsx'
import { GuardedRouter } from '#web/kit/shell/guarded-router.tsx'
import { CrashView } from '#web/kit/shell/page-failure.tsx'
import { useNotFound } from '#web/kit/shell/possible-address.tsx'
import { ShopNotices } from '#web/kit/shell/shop-notices.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Pages } from './routes.tsx'

const IDLE_TIMEOUT_MS = 3000

/** Resolves when the page has loaded and the browser is idle. */
async function afterLoad(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise(resolve => addEventListener('load', resolve, { once: true }))
  }
  await new Promise<void>(resolve => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS })
    else setTimeout(resolve, 200)
  })
}

const Background = lazy(async () => {
  await afterLoad()
  const part = await import('./background.tsx').catch(() => undefined)
  return { default: part?.Background ?? (() => null) }
})

/** The providers around the pages. */
export function App() {
  return (
    <ErrorBoundary fallback={CrashView}>
      <ShopNotices>
        <GuardedRouter>
          <QueryProvider>
            <SessionProvider>
              <Pages />
              <Suspense fallback={null}>
                <Background />
              </Suspense>
            </SessionProvider>
          </QueryProvider>
        </GuardedRouter>
      </ShopNotices>
    </ErrorBoundary>
  )
}

function QueryProvider({ children }: { children: ReactNode }) {
  const { notify } = useNotices()
  const leadHome = useNotFound()
  const { pathname } = useLocation()
  const [client] = useState(createQueryClient)
  /**
   * Reports a failed load in one notice, but not while older data is shown. A 404 redirects to /home with its message, and so
   * does an address that the server refuses as invalid. On /home, which shows its failed loads, each is reported once.
   */
  const report = useEffectEvent((error: Error, { hasData, isRepeated }: { hasData: boolean; isRepeated: boolean }) => {
    const status = error instanceof ApiError ? error.status : undefined
    // The session provider reports a 401 itself.
    if (status === 401 || (hasData && status !== 404)) return
    if (status === 404 || hasCode(error, 'request.invalid')) {
      return isRepeated && pathname === PATHS.home ? undefined : leadHome()
    }
    const text = errorText(error, t)
    if (text !== undefined) notify({ id: `load-${status}`, severity: 'error', text })
  })
  useEffect(() => reloadQueriesIn(client), [client])
  useEffect(() => onLoadFailed(report), [])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
