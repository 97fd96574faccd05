/** The browser's own install prompt; only Chromium has it. */
type InstallPromptEvent = Event & {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let kept: InstallPromptEvent | null = null
const listeners = new Set<() => void>()

function keep(event: InstallPromptEvent | null): void {
  kept = event
  listeners.forEach(listener => listener())
}

/** Keeps the browser's prompt for later. The event may come at any time, so this must run from the start. */
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

/** Shows the browser's prompt, which works only once. */
export async function askToInstall(): Promise<void> {
  const event = kept
  keep(null)
  await event?.prompt()
}
