import * as fc from 'fast-check'
import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type LeaveQuestion, PageHistory } from './page-history.ts'

/** A tab: its list of entries. As in browsers, steps take effect `stepMs` after their call. */
function openTab(path: string, stepMs = 0) {
  const entries = [{ state: null as unknown, url: path }]
  let at = 0
  const target = new EventTarget()
  const url = () => new URL(entries[at]?.url ?? '', 'http://shop.test')
  const history = {
    get state() {
      return entries[at]?.state
    },
    pushState: (state: unknown, _: string, to: string | URL = url()) => {
      entries.splice(++at, Infinity, { state, url: String(to) })
    },
    replaceState: (state: unknown, _: string, to: string | URL = url()) => {
      entries[at] = { state, url: String(to) }
    },
    go: (steps: number) => {
      setTimeout(() => {
        if (!entries[at + steps] || steps === 0) return
        at += steps
        target.dispatchEvent(new Event('popstate'))
      }, stepMs)
    },
  }
  const location = {
    get href() {
      return url().href
    },
    get pathname() {
      return url().pathname
    },
    get search() {
      return url().search
    },
    hash: '',
    origin: 'http://shop.test',
  }
  const window = {
    history,
    location,
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  }
  // The parts of a window that the router's history uses.
  return { window: window as unknown as Window, path: () => url().pathname + url().search }
}

type Layer = { refuses: boolean }

/** The app in a tab: what is shown, and what lies over it. */
function openApp(tab = openTab('/home')) {
  const layers: Layer[] = []
  const listeners = new Set<() => void>()
  let question: LeaveQuestion | undefined
  const notifyListeners = () => listeners.forEach(listener => listener())
  const close = () => {
    layers.pop()
    notifyListeners()
  }
  const pages = new PageHistory(createBrowserHistory({ window: tab.window, v5Compat: true }), {
    window: tab.window,
    layers: {
      hasLayers: () => layers.length > 0,
      closeTopLayer: () => layers.at(-1)?.refuses !== true && close(),
      onLayers: listener => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    leaveQuestion: () => question,
  })
  let shown = tab.path()
  pages.listen(({ location }) => {
    const before = shown.split('?')[0]
    shown = location.pathname + location.search
    // Another page has none of this page's dialogs.
    if (location.pathname === before) return
    layers.splice(0)
    notifyListeners()
  })
  return {
    tab,
    pages,
    layers,
    shown: () => shown,
    open: (layer: Layer = { refuses: false }) => {
      layers.push(layer)
      notifyListeners()
    },
    close,
    setQuestion: (next: LeaveQuestion | undefined) => void (question = next),
    back: () => tab.window.history.go(-1),
    forward: () => tab.window.history.go(1),
  }
}

/** Waits until nothing is under way any more. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) {
    await Promise.resolve()
    await vi.runAllTimersAsync()
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('Back', () => {
  test('closes the layers over a page one by one before it leaves the page', async () => {
    const app = openApp()
    app.pages.push('/basket')
    app.open()
    await settled()
    app.open()
    await settled()
    for (const left of [1, 0]) {
      app.back()
      await settled()
      expect([app.layers.length, app.shown(), app.tab.path()]).toEqual([left, '/basket', '/basket'])
    }
    app.back()
    await settled()
    expect([app.shown(), app.tab.path()]).toEqual(['/home', '/home'])
  })

  test('on a phone with slow history steps doesn’t undo a page opened after a dialog', async () => {
    const app = openApp(openTab('/basket', 1000))
    app.open()
    await settled()
    app.close()
    await Promise.resolve()
    app.pages.push('/completed')
    await settled()
    expect([app.shown(), app.tab.path()]).toEqual(['/completed', '/completed'])
    app.back()
    await settled()
    expect([app.shown(), app.tab.path()]).toEqual(['/basket', '/basket'])
  })

  test('leaves the page at once after a dialog was closed by its button', async () => {
    const app = openApp()
    app.pages.push('/basket')
    app.open()
    await settled()
    app.close()
    await settled()
    app.back()
    await settled()
    expect(app.shown()).toBe('/home')
  })

  test('doesn’t close a dialog that refuses, and closes it later', async () => {
    const app = openApp()
    const busy = { refuses: true }
    app.open(busy)
    await settled()
    for (let press = 0; press < 3; press++) {
      app.back()
      await settled()
    }
    expect([app.layers.length, app.shown()]).toEqual([1, '/home'])
    busy.refuses = false
    app.back()
    await settled()
    expect([app.layers.length, app.shown()]).toEqual([0, '/home'])
  })

  test('returns from a page opened in a dialog to the page before, without the dialog', async () => {
    const app = openApp()
    app.open()
    await settled()
    app.close()
    app.pages.push('/purchases')
    await settled()
    app.back()
    await settled()
    expect([app.shown(), app.layers.length]).toEqual(['/home', 0])
    app.forward()
    await settled()
    expect([app.shown(), app.layers.length]).toEqual(['/purchases', 0])
  })
})

test('Forward after Back opens no dialog again and leaves no history entry without effect', async () => {
  const app = openApp()
  app.pages.push('/basket')
  app.open()
  await settled()
  app.back()
  await settled()
  app.forward()
  await settled()
  expect([app.shown(), app.layers.length]).toEqual(['/basket', 0])
  app.back()
  await settled()
  expect(app.shown()).toBe('/home')
})

test('a page that replaces another from within a dialog replaces the page’s entry, not the dialog’s', async () => {
  const app = openApp()
  app.pages.push('/suppliers/1')
  app.open()
  await settled()
  app.pages.replace('/suppliers')
  app.close()
  await settled()
  expect([app.shown(), app.tab.path()]).toEqual(['/suppliers', '/suppliers'])
  app.back()
  await settled()
  expect(app.shown()).toBe('/home')
})

test('a reload with an open dialog leaves only one entry of the page', async () => {
  const app = openApp()
  app.pages.push('/basket')
  app.open()
  await settled()
  const reloaded = openApp(app.tab)
  await settled()
  reloaded.back()
  await settled()
  expect(reloaded.shown()).toBe('/home')
})

test('an unsaved form asks before Back leaves it, and Back closes the question', async () => {
  const app = openApp()
  app.pages.push('/products/1')
  let leave: (() => void) | undefined
  app.setQuestion(go => {
    leave = go
    app.open()
  })
  app.back()
  await settled()
  expect([app.shown(), app.tab.path(), app.layers.length]).toEqual(['/products/1', '/products/1', 1])
  app.back()
  await settled()
  expect([app.shown(), app.tab.path(), app.layers.length]).toEqual(['/products/1', '/products/1', 0])
  app.back()
  await settled()
  app.close()
  app.setQuestion(undefined)
  leave?.()
  await settled()
  expect([app.shown(), app.tab.path()]).toEqual(['/home', '/home'])
})

test('leaving an unsaved form by Back goes back one page, even if the question closes before the step', async () => {
  const app = openApp()
  app.pages.push('/suppliers')
  app.pages.push('/suppliers/1')
  app.setQuestion(go => {
    app.open()
    app.setQuestion(undefined)
    setTimeout(() => {
      go()
      app.close()
    }, 100)
  })
  app.back()
  await settled()
  expect([app.shown(), app.tab.path()]).toEqual(['/suppliers', '/suppliers'])
})

const ACTIONS = ['open', 'close', 'back', 'push', 'replace', 'filter', 'openAndPush', 'closeAndPush'] as const
type Action = (typeof ACTIONS)[number]

test('whatever is opened, closed and visited, the history has exactly the visited pages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...ACTIONS), { maxLength: 25 }), async deeds => {
      const app = openApp()
      // The expected pages, and the number of layers over the last one.
      const visited = ['/home']
      let over = 0
      let count = 0
      const next = () => `/page/${++count}`
      const push = () => {
        const path = next()
        app.pages.push(path)
        visited.push(path)
        over = 0
      }
      const did: Record<Action, () => void> = {
        open: () => (app.open(), void over++),
        close: () => over > 0 && (app.close(), void over--),
        back: () => {
          // Leaves the app.
          if (over === 0 && visited.length === 1) return
          app.back()
          if (over > 0) over--
          else visited.pop()
        },
        push,
        replace: () => {
          const path = next()
          app.pages.replace(path)
          visited[visited.length - 1] = path
          over = 0
        },
        // From within a dialog, which stays open.
        filter: () => {
          const path = `${visited.at(-1)?.split('?')[0]}?q=${++count}`
          app.pages.replace(path)
          visited[visited.length - 1] = path
        },
        openAndPush: () => (app.open(), push()),
        closeAndPush: () => (over > 0 && app.close(), push()),
      }
      for (const deed of deeds) {
        did[deed]()
        await settled()
        expect([app.shown(), app.tab.path(), app.layers.length]).toEqual([visited.at(-1), visited.at(-1), over])
      }
    }),
    { numRuns: 150 },
  )
})
