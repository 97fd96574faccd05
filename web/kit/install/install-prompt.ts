/** The browser's own install prompt; only Chromium has it. */
type InstallPromptEvent = Event & {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let stored: InstallPromptEvent | null = null
const listeners = new Set<() => void>()

function storePrompt(event: InstallPromptEvent | null): void {
  stored = event
  listeners.forEach(listener => listener())
}

/** Keeps the browser's prompt for later. The event may come at any time, so this must run from the start. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    // No other event has this name.
    storePrompt(event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => storePrompt(null))
}

export const installPrompt = (): InstallPromptEvent | null => stored

export function subscribeToInstallPrompt(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the browser's prompt, which works only once. */
export async function promptInstall(): Promise<void> {
  const event = stored
  storePrompt(null)
  await event?.prompt()
}
