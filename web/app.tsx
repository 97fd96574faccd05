import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { lazy, Suspense } from 'react'
import { afterLoad } from '#web/after-load.ts'
import { emotionCache } from '#web/emotion-cache.ts'
import { SessionProvider } from '#web/features/session/session-provider.tsx'
import { CrashView } from '#web/features/shell/crash-view.tsx'
import { GuardedRouter } from '#web/features/shell/guarded-router.tsx'
import { ShopNotices } from '#web/features/shell/shop-notices.tsx'
import { QueryProvider } from '#web/query-provider.tsx'
import { Pages } from '#web/routes.tsx'
import { theme } from '#web/theme.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'

const Background = lazy(async () => {
  await afterLoad()
  const part = await import('#web/background.tsx').catch(() => undefined)
  return { default: part?.Background ?? (() => null) }
})

/** Everything that surrounds the pages. */
export function App() {
  return (
    <CacheProvider value={emotionCache}>
      <ThemeProvider theme={theme} storageManager={null}>
        <CssBaseline enableColorScheme />
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
      </ThemeProvider>
    </CacheProvider>
  )
}
