import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#web/app.tsx'
import { hasLooseWork, onLooseWork } from '#web/api/browser-storage.ts'
import { holdReloadsWhile } from '#web/api/reload-guard.ts'
import { subscribeToFollowedOrder } from '#web/features/orders/followed-order.ts'
import { isPaying } from '#web/features/orders/is-paying.ts'
import { watchChunkFailures } from '#web/features/app-update/chunk-failure.ts'
import { keepInstallPrompt } from '#web/features/install/install-prompt.ts'
import { askEarly } from '#web/features/session/queries.ts'
import { rememberedUser } from '#web/features/session/remembered-user.ts'
import { preloadFirstView } from '#web/first-views.tsx'
import { startI18n } from '#web/i18n.ts'
import { loadFonts } from '#web/load-fonts.ts'
import { readMoneyFormat } from '#web/ui/money-format.ts'

// A payment's outcome, or goods that this browser has no room to keep.
const RELOAD_LOSES = {
  isHeld: () => isPaying() || hasLooseWork(),
  subscribe: (listener: () => void) => {
    const stops = [subscribeToFollowedOrder(listener), onLooseWork(listener)]
    return () => stops.forEach(stop => stop())
  },
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  const fonts = loadFonts()
  readMoneyFormat(document)
  holdReloadsWhile(RELOAD_LOSES)
  watchChunkFailures()
  keepInstallPrompt()
  const texts = startI18n()
  // Until somebody is known the page's own first words stand.
  const known = rememberedUser() === undefined ? askEarly() : undefined
  await Promise.all([texts, preloadFirstView(location.pathname), known, fonts])
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

// Not awaited here: the first view's file rests on this one and would wait for it, as this one does for that.
void start()
