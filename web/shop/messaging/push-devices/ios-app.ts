/** The app's side: names of what it can be told, and of the events by which it answers. */
type AppMessage = 'push-permission-request' | 'push-permission-state' | 'push-token'

/** Some versions of the wrapper never answer: what they say is not even a program. */
const PATIENCE_MS = 5000
/** As long as somebody may look at the phone's own question. */
const ASKING_MS = 60_000
const ALLOWED = ['granted', 'authorized', 'provisional', 'ephemeral']

interface AppWindow {
  webkit?: { messageHandlers?: Partial<Record<AppMessage, { postMessage: (message: string) => void }>> }
}

/** Asks the app; undefined when it does not answer in time, or can't be asked. */
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

/** Whether the phone lets the app show notifications; asks the person who was never asked. */
export async function askPermission(): Promise<boolean> {
  const state = await askApp('push-permission-state', PATIENCE_MS)
  if (isAllowed(state)) return true
  if (state === 'denied') return false
  return isAllowed(await askApp('push-permission-request', ASKING_MS))
}

/** The token by which Firebase reaches the app; undefined when the app has none to give. */
export async function appToken(): Promise<string | undefined> {
  const token = await askApp('push-token', PATIENCE_MS)
  return token === undefined || token === '' || token.startsWith('ERROR') ? undefined : token
}
