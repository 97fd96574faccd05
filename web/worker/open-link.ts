import { openedBy } from '#domain/format/safe-link.ts'

/** So long a window may take to say that it goes there. One that sleeps says nothing. */
const ANSWER_MS = 1000

/** What a window is asked: to go to a path of the shop by itself, so that a form that is not saved asks first. */
export type GoTo = { type: 'GO_TO'; path: string }

/** What of the browser is used. */
export interface Windows {
  origin: string
  all: () => Promise<readonly WindowClient[]>
  open: (url: string) => Promise<unknown>
}

/**
 * Opens what a notification leads to: a page of the shop in the window that is open already, anything else in one of its
 * own. A link that is not safe opens the shop's front page.
 */
export async function openLink(link: string | undefined, windows: Windows): Promise<void> {
  const url = openedBy(link ?? '/', windows.origin) ?? `${windows.origin}/`
  if (url.startsWith(`${windows.origin}/`)) {
    const path = url.slice(windows.origin.length)
    for (const client of inSight(await windows.all())) if (await wentThere(client, path)) return
  }
  await windows.open(url)
}

/** The one in use first. */
const inSight = (clients: readonly WindowClient[]) =>
  clients.toSorted((a, b) => Number(b.visibilityState === 'visible') - Number(a.visibilityState === 'visible'))

async function wentThere(client: WindowClient, path: string): Promise<boolean> {
  // Refused without a press of the notification; the window may go there all the same.
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
