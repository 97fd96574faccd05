import { openedBy } from '#domain/format/safe-link.ts'

/** How long a window may take to confirm the navigation. A suspended window does not answer. */
const ANSWER_MS = 1000

/** The message to a window: navigate to a path of the shop within the app, so that an unsaved form asks first. */
export type GoTo = { type: 'GO_TO'; path: string }

/** The browser functions that are used. */
export type Windows = {
  origin: string
  all: () => Promise<readonly WindowClient[]>
  open: (url: string) => Promise<unknown>
}

/**
 * Opens the target of a notification: a page of the shop in a window that is already open, anything else in a new one. An unsafe
 * link opens the shop's front page.
 */
export async function openLink(link: string | undefined, windows: Windows): Promise<void> {
  const url = openedBy(link ?? '/', windows.origin) ?? `${windows.origin}/`
  if (url.startsWith(`${windows.origin}/`)) {
    const path = url.slice(windows.origin.length)
    for (const client of inSight(await windows.all())) if (await wentThere(client, path)) return
  }
  await windows.open(url)
}

/** The visible window first. */
const inSight = (clients: readonly WindowClient[]) =>
  clients.toSorted((a, b) => Number(b.visibilityState === 'visible') - Number(a.visibilityState === 'visible'))

async function wentThere(client: WindowClient, path: string): Promise<boolean> {
  // Refused unless the notification was pressed; the window may navigate all the same.
  await client.focus().catch(() => undefined)
  return asked(client, { type: 'GO_TO', path })
}

function asked(client: Pick<WindowClient, 'postMessage'>, message: GoTo): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise(resolve => {
    const end = (isDone: boolean) => {
      clearTimeout(late)
      port1.close()
      resolve(isDone)
    }
    const late = setTimeout(() => end(false), ANSWER_MS)
    port1.addEventListener('message', () => end(true))
    port1.start()
    client.postMessage(message, [port2])
  })
}
