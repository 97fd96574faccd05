/** The app's interface: the names of its messages, and of the events with which it responds. */
type AppMessage = 'push-permission-request' | 'push-permission-state' | 'push-token'

/** Some versions of the wrapper never respond: the script that they send is invalid. */
const PATIENCE_MS = 5000
/** How long the user may take to answer the phone's own prompt. */
const ASKING_MS = 60_000
const ALLOWED = ['granted', 'authorized', 'provisional', 'ephemeral']

interface AppWindow {
  webkit?: { messageHandlers?: Partial<Record<AppMessage, { postMessage: (message: string) => void }>> }
}

/** Asks the app; undefined if it doesn't respond in time, or can't be asked. */
function askApp(message: AppMessage, patienceMs: number): Promise<string | undefined> {
  // Only the app's own browser has it.
  const handler = (window as AppWindow).webkit?.messageHandlers?.[message]
  if (!handler) return Promise.resolve(undefined)
  return new Promise(resolve => {
    const end = (answer: string | undefined) => {
      clearTimeout(late)
      removeEventListener(message, hear)
      resolve(answer)
    }
    const hear = (event: Event) => {
      const detail: unknown = event instanceof CustomEvent ? event.detail : undefined
      end(typeof detail === 'string' ? detail : undefined)
    }
    const late = setTimeout(() => end(undefined), patienceMs)
    addEventListener(message, hear)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the app's takes none
    handler.postMessage(message)
  })
}

const isAllowed = (answer: string | undefined) => answer !== undefined && ALLOWED.includes(answer)

/** Whether the phone allows the app to show notifications; asks a user who was never asked. */
export async function askPermission(): Promise<boolean> {
  const state = await askApp('push-permission-state', PATIENCE_MS)
  if (isAllowed(state)) return true
  if (state === 'denied') return false
  return isAllowed(await askApp('push-permission-request', ASKING_MS))
}

/** The token by which Firebase reaches the app; undefined if the app has none. */
export async function appToken(): Promise<string | undefined> {
  const token = await askApp('push-token', PATIENCE_MS)
  return token === undefined || token === '' || token.startsWith('ERROR') ? undefined : token
}
