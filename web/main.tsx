import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { preloadFirstView } from './app/first-views.tsx'
import { hasLooseWork, onLooseWork } from './kit/api/browser-storage.ts'
import { blockReloadsWhile } from './kit/api/reload-guard.ts'
import { watchChunkFailures } from './kit/app-update/chunk-failure.ts'
import { startI18n } from './kit/i18n/i18n.ts'
import { captureInstallPrompt } from './kit/install/install-prompt.ts'
import { prefetchUser } from './kit/session/queries.ts'
import { rememberedUser } from './kit/session/remembered-user.ts'
import { loadFonts } from './kit/theme/load-fonts.ts'
import { readMoneyFormat } from './kit/ui/money.tsx'
import { subscribeToFollowedOrder, isPaying } from './shop/orders/checkout/payment-status/followed-order.ts'
import { noteRequestedStore } from './shop/orders/store-switch/requested-store.ts'
import './kit/theme/base.css'

// A payment's outcome, or goods that this browser has no room to store.
const RELOAD_LOSES = {
  isBlocked: () => isPaying() || hasLooseWork(),
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
  noteRequestedStore()
  blockReloadsWhile(RELOAD_LOSES)
  watchChunkFailures()
  captureInstallPrompt()
  const texts = startI18n()
  // Until the user is known, the page's own first words stay.
  const prefetched = rememberedUser() === undefined ? prefetchUser() : undefined
  await Promise.all([texts, preloadFirstView(location.pathname), prefetched, fonts])
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

// Not awaited: the first view's file depends on this one, so each would wait for the other.
void start()
