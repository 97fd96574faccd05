import { expect, test } from 'vitest'
import { HOSTILE_LINKS } from '#test/hostile-links/hostile-links.ts'
import { type GoTo, openLink } from './push-events.ts'

const ORIGIN = 'https://shop.example'

/** A window of the app, as the worker sees it. */
function windowThat(answers: boolean, visibilityState: DocumentVisibilityState = 'visible') {
  const requests: GoTo[] = []
  const client = {
    visibilityState,
    focus: () => Promise.reject(new Error('nobody pressed')),
    postMessage: (message: GoTo, [port]: MessagePort[]) => {
      requests.push(message)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port's takes none
      if (answers) port?.postMessage('GONE')
    },
  }
  // The worker uses nothing else of it.
  return { requests, client: client as unknown as WindowClient }
}

async function opening(link: string | undefined, ...windows: ReturnType<typeof windowThat>[]) {
  const opened: string[] = []
  const open = (url: string) => Promise.resolve(opened.push(url))
  await openLink(link, { origin: ORIGIN, all: () => Promise.resolve(windows.map(({ client }) => client)), open })
  return opened
}

test('a link to the shop is passed to the visible window, which navigates by itself', async () => {
  const [hidden, seen] = [windowThat(true, 'hidden'), windowThat(true)]
  expect(await opening(`${ORIGIN}/basket?a=1`, hidden, seen)).toEqual([])
  expect(seen.requests).toEqual([{ type: 'GO_TO', path: '/basket?a=1' }])
  expect(hidden.requests).toEqual([])
})

test('a new window opens if the visible one doesn’t respond', async () => {
  const asleep = windowThat(false)
  expect(await opening('/home', asleep)).toEqual([`${ORIGIN}/home`])
  expect(asleep.requests).toHaveLength(1)
})

test('a link to another site opens a window of its own', async () => {
  const seen = windowThat(true)
  expect(await opening('https://farm.example/berries', seen)).toEqual(['https://farm.example/berries'])
  expect(seen.requests).toEqual([])
})

test('an unsafe or missing link opens the shop', async () => {
  for (const link of [undefined, ...HOSTILE_LINKS]) expect(await opening(link)).toEqual([`${ORIGIN}/`])
})
