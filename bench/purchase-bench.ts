import { smsCode, signInMail } from '#test/e2e/mailbox.ts'
import { MATHILDEDAL, newPerson } from '#test/e2e/people.ts'
import { RunningShop } from '#test/e2e/running-shop.ts'
import { press } from '#test/e2e/virtual-terminal.ts'
import { median } from './rounds.ts'
import { share } from './scan-bench.ts'
import { newPhone, openBrowser, slowDown } from './speed-visits.ts'

const TIMES = 3
const AIM_MS = 100
const MILK = 'Semi-skimmed milk'

// The longest event of each interaction, as INP counts it: from the input to the next frame.
export const WATCH_INTERACTIONS = `
  window.interactions = {}
  new PerformanceObserver(list => {
    for (const { interactionId, name, duration, target } of list.getEntries()) {
      if (!interactionId) continue
      const known = interactions[interactionId]
      if (!known || known.ms < duration) interactions[interactionId] = { ms: duration, what: name + ' ' + (target?.labels?.[0]?.textContent || target?.textContent || '').slice(0, 40) }
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 })
`

export type Interaction = { ms: number; what: string }

/** The interactions of a purchase that took longer than a frame, from the address typed in to Paid, on a phone four times slower. */
async function purchase(shop: RunningShop): Promise<Interaction[]> {
  const browser = await openBrowser()
  try {
    const context = await newPhone(browser, shop.origin)
    await context.addInitScript(WATCH_INTERACTIONS)
    const page = await context.newPage()
    const { email, phone } = newPerson()
    const tap = (role: 'button' | 'link', name: string | RegExp) => page.getByRole(role, { name }).first().tap()
    const type = (label: string, text: string) => page.getByLabel(label).pressSequentially(text, { delay: 40 })
    await page.goto('/')
    await slowDown(page, { network: false })
    await type('Email', email)
    await tap('button', 'Send login link')
    await page.getByLabel('Code from the email').waitFor()
    await type('Code from the email', (await signInMail(shop, email)).code)
    await page.getByLabel('Mobile phone number').waitFor()
    await type('Mobile phone number', phone.replace('+358', '0'))
    await tap('button', 'Send code')
    await page.getByLabel('Code from the text message').waitFor()
    await type('Code from the text message', await smsCode(shop, phone))
    await page.getByRole('heading', { name: 'Choose a store' }).waitFor()
    // The stores are where “Send code” was pressed: for a moment, taps there have no effect.
    await page.waitForTimeout(1000)
    await page.getByRole('main').getByRole('button', { name: MATHILDEDAL }).tap()
    await page.getByRole('region', { name: 'On the shelf now' }).waitFor()
    await type('Search for a product', 'smoked')
    await tap('link', 'Start shopping')
    await tap('button', 'Enter the code')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Barcode number or product name').pressSequentially('semi-sk', { delay: 40 })
    await dialog
      .getByRole('button', { name: new RegExp(MILK) })
      .first()
      .tap()
    await page.getByRole('button', { name: `Add one: ${MILK}` }).tap()
    await page.getByText('2 items').waitFor()
    await tap('button', 'Go to checkout')
    await page.getByRole('checkbox').tap()
    await tap('button', /^Pay /)
    await press(shop, 'approve')
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
    // Events are reported after the frame that follows them.
    await page.waitForTimeout(500)
    return Object.values(await page.evaluate<Record<string, Interaction>>('window.interactions'))
  } finally {
    await browser.close()
  }
}

/** All interactions of three purchases that took longer than a frame, the shortest first. */
export async function benchPurchase(): Promise<Interaction[]> {
  const shop = await RunningShop.open()
  try {
    const all: Interaction[] = []
    for (let time = 0; time < TIMES; time++) all.push(...(await purchase(shop)))
    return all.toSorted((a, b) => a.ms - b.ms)
  } finally {
    await shop.close()
  }
}

/** In Markdown. */
export function formatPurchaseReport(all: readonly Interaction[]): string {
  const ms = all.map(each => each.ms)
  const p75 = share(ms, 0.75)
  return [
    '| interactions of a purchase, four times slower | median | p75 | longest three | aim | result |',
    '| --- | --- | --- | --- | --- | --- |',
    `| ${ms.length} of ${TIMES} purchases | ${median(ms)} ms | ${p75} ms | ${all
      .slice(-3)
      .map(({ ms: each, what }) => `${each} ms (${what})`)
      .join(', ')} | p75 ≤ ${AIM_MS} ms | ${p75 <= AIM_MS ? 'reached' : 'missed'} |`,
  ].join('\n')
}
