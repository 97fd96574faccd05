import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { lazy, Suspense } from 'react'
import { afterLoad } from './after-load.ts'
import { emotionCache } from '#web/kit/theme/emotion-cache.ts'
import { SessionProvider } from '#web/kit/session/session-provider.tsx'
import { CrashView } from '#web/kit/shell/crash-view.tsx'
import { GuardedRouter } from '#web/kit/shell/guarded-router.tsx'
import { ShopNotices } from '#web/kit/shell/shop-notices.tsx'
import { QueryProvider } from './query-provider.tsx'
import { Pages } from './routes.tsx'
import { theme } from '#web/kit/theme/theme.ts'
import { ErrorBoundary } from '#web/kit/ui/error-boundary.tsx'

const Background = lazy(async () => {
  await afterLoad()
  const part = await import('./background.tsx').catch(() => undefined)
  return { default: part?.Background ?? (() => null) }
})

/** The providers around the pages. */
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
