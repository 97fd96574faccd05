/** The browser's own offer to install the app; only Chromium has it. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let kept: InstallPromptEvent | null = null
const listeners = new Set<() => void>()

function keep(event: InstallPromptEvent | null): void {
  kept = event
  listeners.forEach(listener => listener())
}

/** Keeps the browser's offer for later. It comes when it likes, so this must run from the start. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    // No other event has this name.
    keep(event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => keep(null))
}

export const installPrompt = (): InstallPromptEvent | null => kept

export function subscribeToInstallPrompt(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the browser's question; it can be asked once. */
export async function askToInstall(): Promise<void> {
  const event = kept
  keep(null)
  await event?.prompt()
}
