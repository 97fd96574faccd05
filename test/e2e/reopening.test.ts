import type { BrowserContext } from '@playwright/test'
import { formatPhone } from '#domain/format/phone-format.ts'
import { fillBasket, storedBasket } from './basket-storage.ts'
import { heading, pay, startPaying, toCheckout, TWO_MILKS } from './checkout.ts'
import { smsCode } from './mailbox.ts'
import { MATHILDEDAL, newPerson, signUp, storeNamed, type Shopper } from './people.ts'
import type { RunningShop } from './running-shop.ts'
import { expect, fullTier, test, type Page } from './test.ts'
import { paymentAtTerminal, press } from './virtual-terminal.ts'

const FULL_TIER = fullTier('a variant: another test here opens the app again before each merge')

// As for shoppers, from the first visit on.
test.use({ serviceWorkers: 'allow' })

type Visit = { page: Page; context: BrowserContext; shop: RunningShop; shopper: Shopper }

/** What must be on the screen, all of it. */
type Truth = (page: Page) => ReturnType<Page['locator']>[]

/**
 * Closes the page and opens the app in a new one, which must show the truth. Prints the time from the start of the navigation;
 * the target on an idle machine is 2 s, but a slow run fails no test, because other work on the machine slows it down.
 */
async function reopen({ page, context }: Pick<Visit, 'page' | 'context'>, at: string, truth: Truth): Promise<Page> {
  await page.close()
  const next = await context.newPage()
  await next.goto(at)
  for (const fact of truth(next)) await expect(fact).toBeVisible()
  const ms = Math.round(await next.evaluate<number>('performance.now()'))
  test.info().annotations.push({ type: 'truth', description: `${at}: ${ms} ms` })
  console.log(`  ${test.info().title}, opened at ${at}: the truth after ${ms} ms`)
  return next
}

const address = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string) => page.getByRole('link', { name })

test('a visitor who requested a link sees the field for its code', FULL_TIER, async ({ page, context }) => {
  const { email } = newPerson()
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await button(page, 'Send login link').click()
  await expect(heading(page, 'Check your inbox')).toBeVisible()
  await reopen({ page, context }, '/', next => [
    heading(next, 'Check your inbox'),
    next.getByText(new RegExp(`to ${email}\\.`)),
    next.getByLabel('Code from the email'),
  ])
})

test(
  'a shopper who was sent a text message sees the field for its code',
  FULL_TIER,
  async ({ page, context, shop }) => {
    const { api } = await signUp(context, shop, { isVerified: false })
    const { phone } = newPerson()
    await api.request('POST sendVerification', { phone })
    await smsCode(shop, phone)
    await page.goto('/')
    const truth: Truth = next => [
      next.getByText(`We sent a code to ${formatPhone(phone)}.`),
      next.getByLabel('Code from the text message'),
    ]
    await expect(truth(page)[0]!).toBeVisible()
    const again = await reopen({ page, context }, '/', truth)
    await reopen({ page: again, context }, '/home', truth)
  },
)

test('a signed-in shopper chooses a store, and it is still chosen', FULL_TIER, async ({ page, context, shop }) => {
  const { api } = await signUp(context, shop, { store: null })
  await page.goto('/')
  await expect(heading(page, 'Choose a store')).toBeVisible()
  const unchosen = await reopen({ page, context }, '/', next => [
    heading(next, 'Choose a store'),
    next.getByRole('main').getByRole('button', { name: MATHILDEDAL }),
  ])
  await api.request('PUT user', { activeStoreId: (await storeNamed(api, MATHILDEDAL)).id })
  const truth: Truth = next => [
    heading(next, MATHILDEDAL),
    link(next, 'Start shopping'),
    heading(next, 'Semi-skimmed milk'),
  ]
  const chosen = await reopen({ page: unchosen, context }, '/', truth)
  await reopen({ page: chosen, context }, '/home', truth)
})

test('the basket is unchanged', FULL_TIER, async ({ page, context, shopper }) => {
  await fillBasket(page, shopper, TWO_MILKS)
  await page.goto('/basket')
  await expect(page.getByText('2 items')).toBeVisible()
  const home = await reopen({ page, context }, '/', next => [
    heading(next, MATHILDEDAL),
    link(next, 'Continue shopping'),
  ])
  await reopen({ page: home, context }, '/basket', next => [
    heading(next, 'Semi-skimmed milk'),
    next.getByText('2 items'),
    next.getByText('2,90 €', { exact: true }).last(),
    button(next, 'Go to checkout'),
  ])
})

test('an order at checkout is still there, and home links to it', FULL_TIER, async ({ page, context, shopper }) => {
  await toCheckout(page, shopper)
  const home = await reopen({ page, context }, '/', next => [
    heading(next, MATHILDEDAL),
    link(next, 'Back to checkout'),
  ])
  await reopen({ page: home, context }, '/basket', next => [
    heading(next, 'Checkout'),
    next.getByRole('cell', { name: '2,90 €' }),
    button(next, 'Pay 2,90 €'),
  ])
})

const atTerminal: Truth = next => [
  heading(next, 'Pay at the terminal'),
  next.getByRole('img', { name: 'To pay 2,90 €' }),
  next.getByRole('timer'),
  button(next, 'Cancel payment'),
]

test(
  'a payment waiting at the terminal is shown at every address',
  FULL_TIER,
  async ({ page, context, shop, shopper }) => {
    await startPaying(page, shopper)
    await paymentAtTerminal(shop)
    const first = await reopen({ page, context }, '/', atTerminal)
    const second = await reopen({ page: first, context }, '/basket', atTerminal)
    await press(shop, 'cancel')
    await expect(heading(second, 'Payment cancelled')).toBeVisible()
  },
)

for (const at of ['/', '/basket']) {
  test(
    `a payment approved in the meantime is shown at ${at}, and its receipt stays at its address`,
    at !== '/' ? FULL_TIER : {},
    async ({ page, context, shop, shopper }) => {
      const order = await startPaying(page, shopper)
      await page.goto('about:blank')
      await press(shop, 'approve')
      const paid: Truth = next => [
        heading(next, 'Paid'),
        next.getByRole('article', { name: 'Receipt' }).getByText('2,90 €').last(),
        next.getByText(String(order.id), { exact: true }),
      ]
      const reopened = await reopen({ page, context }, at, paid)
      await expect(reopened).toHaveURL(`/completed?order=${order.id}`)
      expect(await storedBasket(reopened)).toEqual({})
      const receipt = await reopen({ page: reopened, context }, address(reopened), paid)
      await reopen({ page: receipt, context }, '/', next => [heading(next, MATHILDEDAL), link(next, 'Start shopping')])
    },
  )

  test(
    `a card declined in the meantime is shown at ${at}, and the order stays at checkout`,
    FULL_TIER,
    async ({ page, context, shop, shopper }) => {
      const order = await startPaying(page, shopper)
      await page.goto('about:blank')
      await press(shop, 'decline')
      const declined: Truth = next => [
        heading(next, 'Card declined'),
        next.getByText('Nothing was charged. Try again or use another card.'),
        link(next, 'Try again'),
      ]
      const reopened = await reopen({ page, context }, at, declined)
      await expect(reopened).toHaveURL(`/completed?order=${order.id}`)
      const again = await reopen({ page: reopened, context }, address(reopened), declined)
      const checkout = await reopen({ page: again, context }, '/basket', next => [button(next, 'Pay 2,90 €')])
      await checkout.getByRole('checkbox').check()
      await pay(checkout)
      await press(shop, 'cancel')
      await expect(heading(checkout, 'Payment cancelled')).toBeVisible()
    },
  )
}

test(
  'the page doesn’t send the shopper to the terminal before it knows the order’s state',
  FULL_TIER,
  async ({ page, context, shop, shopper }) => {
    await startPaying(page, shopper)
    await page.close()
    await press(shop, 'approve')
    const next = await context.newPage()
    const { promise: mayAnswer, resolve: release } = Promise.withResolvers<void>()
    await next.route('**/api/order?*', async route => {
      await mayAnswer
      await route.continue()
    })
    await next.goto('/')
    await expect(heading(next, 'Checking the payment')).toBeVisible()
    await expect(heading(next, 'Pay at the terminal')).toHaveCount(0)
    await expect(button(next, 'Cancel payment')).toHaveCount(0)
    release()
    await expect(heading(next, 'Paid')).toBeVisible()
  },
)
