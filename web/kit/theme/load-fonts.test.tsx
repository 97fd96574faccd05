import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadFonts } from './load-fonts.ts'

const { dataset } = document.documentElement
let arrive: () => void
let navigation: EventTarget

beforeEach(() => {
  const { promise, resolve } = Promise.withResolvers<void>()
  arrive = resolve
  navigation = new EventTarget()
  vi.stubGlobal('navigation', navigation)
  dataset['first'] = 'shopper'
  Object.defineProperty(document, 'fonts', { configurable: true, value: { load: () => promise } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  delete dataset['fonts']
  delete dataset['first']
})

const A_BUSY_MACHINE = { timeout: 10_000 }

const scriptsCameAfter = (ms: number) => vi.spyOn(performance, 'now').mockReturnValue(ms)
const turnPage = () => navigation.dispatchEvent(new Event('currententrychange'))

test('fonts that come soon are used at once', async () => {
  scriptsCameAfter(200)
  const loading = loadFonts()
  arrive()
  await loading
  expect(dataset['fonts']).toBeUndefined()
})

test('late fonts are used from the next page on, once they have come', async () => {
  scriptsCameAfter(2000)
  await loadFonts()
  expect(dataset['fonts']).toBe('late')
  turnPage()
  expect(dataset['fonts']).toBe('late')
  arrive()
  await vi.waitFor(() => {
    turnPage()
    expect(dataset['fonts']).toBeUndefined()
  }, A_BUSY_MACHINE)
})

test('late fonts are used when they have come, where the browser does not report navigations', async () => {
  vi.stubGlobal('navigation', undefined)
  Reflect.deleteProperty(window, 'navigation')
  scriptsCameAfter(2000)
  await loadFonts()
  expect(dataset['fonts']).toBe('late')
  arrive()
  await vi.waitFor(() => expect(dataset['fonts']).toBeUndefined(), A_BUSY_MACHINE)
})

test('late fonts are used when they have come, on any other visit', async () => {
  dataset['first'] = 'visitor'
  scriptsCameAfter(2000)
  await loadFonts()
  expect(dataset['fonts']).toBeUndefined()
})
