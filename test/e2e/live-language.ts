import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import type { LanguageCode } from '#contract/values.ts'
import { ApiCaller } from './api-caller.ts'
import type { Visit } from './screen-list.ts'

const CHOICE = /^(?:Language|Kieli|Språk)$/
const NAMES: Record<LanguageCode, string> = { en: 'English', fi: 'Suomi', sv: 'Svenska' }
// One takes as long as the payment that it waits for, the other as long as the page is open.
const LASTING: readonly string[] = ['/api/order/pay', '/api/admin/changes']
const REFETCH_MS = 30

/** Changes the language of an open screen: by its own language choice, or by the same person in another tab. */
export async function speakLive(visit: Visit): Promise<void> {
  const { page, language } = visit
  const calls = new Calls(page)
  const choice = page.getByRole('combobox', { name: CHOICE })
  if (await choice.isVisible()) await choice.selectOption(NAMES[language])
  else {
    await chooseElsewhere(visit)
    // As the browser reports what another tab wrote.
    await page.evaluate(`dispatchEvent(new StorageEvent('storage', { key: 'puoti-csrf' }))`)
  }
  await expect.poll(() => page.evaluate<string>('document.documentElement.lang')).toBe(language)
  // The app requests the server's texts again, in the new language.
  await page.evaluate(`new Promise(done => setTimeout(done, ${REFETCH_MS}))`)
  await calls.haveEnded()
}

const callers = new WeakMap<BrowserContext, ApiCaller>()
const languageIds = new Map<string, number>()

/** Changes a person's language, as another tab or phone does. */
export async function chooseElsewhere({ context, shop, language }: Visit): Promise<void> {
  const api = callers.get(context) ?? new ApiCaller(context.request, shop)
  callers.set(context, api)
  if (languageIds.size === 0) {
    const languages = await api.request<{ id: number; code: string }[]>('GET languages')
    for (const { id, code } of languages) languageIds.set(code, id)
  }
  await api.request('PUT user', { language_id: languageIds.get(language) })
}

/** A page's API calls from now on. */
class Calls {
  readonly #page: Page
  readonly #open = new Set<Request>()

  constructor(page: Page) {
    this.#page = page
    page.on('request', this.#begin).on('requestfinished', this.#end).on('requestfailed', this.#end)
  }

  async haveEnded(): Promise<void> {
    await expect.poll(() => this.#open.size, 'calls that have no answer').toBe(0)
    this.#page.off('request', this.#begin).off('requestfinished', this.#end).off('requestfailed', this.#end)
  }

  readonly #begin = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && !LASTING.includes(pathname)) this.#open.add(request)
  }
  readonly #end = (request: Request) => void this.#open.delete(request)
}
