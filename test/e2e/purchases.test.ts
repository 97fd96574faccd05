import { readFileSync } from 'node:fs'
import { readPdf } from '#test/files/read-pdf.ts'
import { overflow } from './accessibility.ts'
import { fillBasket } from './basket-storage.ts'
import { heading } from './checkout.ts'
import { A_DESK } from './desk.ts'
import { expectAccessible } from './expect-accessible.ts'
import { getEan } from './goods.ts'
import { messagesTo } from './mailbox.ts'
import { notice } from './notices.ts'
import { payOrder } from './order-mutations.ts'
import { signUp } from './people.ts'
import { refundOne } from './receipts.ts'
import { expect, test, fullTier } from './test.ts'
import { press } from './virtual-terminal.ts'

const FULL_TIER = fullTier('purchase.test.ts shows a receipt before each merge')

const NBSP = '\u00a0'

const GOODS = [
  { code: getEan('light-milk'), quantity: 2 },
  { code: getEan('cola'), quantity: 6 },
]

test(
  'a purchase has a receipt on a phone in Finnish, as PDF and by email',
  FULL_TIER,
  async ({ page, context, shop }) => {
    const shopper = await signUp(context, shop, { language: 'fi' })
    await fillBasket(page, shopper, GOODS)
    await page.goto('/basket')
    await page.getByRole('button', { name: 'Siirry maksamaan' }).click()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: /^Maksa / }).click()
    await press(shop, 'approve')
    await expect(heading(page, 'Maksettu')).toBeVisible()
    const receipt = page.getByRole('article', { name: 'Kuitti' })
    await expect(receipt.getByRole('row', { name: /^Pantti: / })).toBeVisible()
    await expect(receipt.getByText('Y-tunnus 9012346-8')).toBeVisible()
    await expect(page.getByText('Testimaksu: mitään ei veloitettu')).toHaveCount(2)
    await expectAccessible(page)
    const orderId = Number(new URL(page.url()).searchParams.get('order'))

    // Automatically, in the shopper's language.
    const [mail] = await messagesTo(shop, shopper.email)
    expect(mail?.subject).toBe(`Testimaksu · Kuitti ${orderId}: Mathildedalin puoti`)
    expect(mail?.text).toContain(`/purchases/${orderId}`)
    await page.goto(new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '').pathname)
    await expect(heading(page, `Kuitti ${orderId}`)).toBeVisible()

    // Again on request, by keyboard only.
    await page.getByRole('button', { name: 'Lähetä sähköpostiin' }).focus()
    await page.keyboard.press('Enter')
    await expect(notice(page, `Kuitti on matkalla osoitteeseen ${shopper.email}`)).toBeVisible()
    expect((await messagesTo(shop, shopper.email, 2)).at(-1)?.text).toContain(`[receipt-${orderId}.pdf]`)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Lataa PDF' }).press('Enter'),
    ])
    expect(file.suggestedFilename()).toBe(`receipt-${orderId}.pdf`)
    expect(readPdf(readFileSync(await file.path())).texts).toEqual(
      expect.arrayContaining([`Kuitti ${orderId}`, 'Testimaksu: mitään ei veloitettu', 'Kortti', 'Korttitosite']),
    )
  },
)

test(
  'a shopper lists the purchases and stops the receipts by email, and no one else reads a receipt',
  FULL_TIER,
  async ({ page, context, shop, openBrowser, faults }) => {
    const shopper = await signUp(context, shop, { language: 'fi' })
    const { id: orderId } = await payOrder(shopper, shop, GOODS)
    await page.goto('/home')
    await page.getByRole('button', { name: 'Käyttäjätili', exact: true }).click()
    await page.getByRole('link', { name: 'Omat ostokset' }).press('Enter')
    await expect(heading(page, 'Omat ostokset')).toBeVisible()
    await expect(page.getByText(/^1 ostos, /)).toBeVisible()
    await page.getByRole('checkbox', { name: 'Lähetä kuittini sähköpostiin' }).press('Space')
    await expect(notice(page, 'Kuitit eivät enää tule sähköpostiin')).toBeVisible()
    await expect(page.getByRole('checkbox')).not.toBeChecked()
    await page.setViewportSize({ width: 320, height: 568 })
    expect(await overflow(page)).toBe(0)
    await expectAccessible(page)

    // Another shopper's receipt does not exist for this one.
    const stranger = await openBrowser()
    await signUp(stranger, shop)
    const elsewhere = await stranger.newPage()
    faults.allow(/404/)
    await elsewhere.goto(`/purchases/${orderId}`)
    await expect(elsewhere).toHaveURL(/\/home$/)
  },
)

test(
  'on a desktop, in Swedish: a refund is listed with the purchase, and has its own card slip',
  FULL_TIER,
  async ({ shop, openBrowser }) => {
    const desk = await openBrowser(A_DESK)
    const shopper = await signUp(desk, shop, { language: 'sv' })
    const { id: orderId } = await payOrder(shopper, shop, GOODS)
    await refundOne(shop, orderId)
    const onDesk = await desk.newPage()
    await onDesk.goto('/purchases')
    await expect(heading(onDesk, 'Mina köp')).toBeVisible()
    await expect(onDesk.getByText(/^\d,\d\d.€ återbetalt$/)).toBeVisible()
    await expectAccessible(onDesk)
    await onDesk.getByRole('listitem').getByRole('link').press('Enter')
    await expect(heading(onDesk, `Kvitto ${orderId}`)).toBeVisible()
    const refund = onDesk.getByRole('region', { name: /^Återbetalning / })
    await expect(refund.getByText(`−1,45${NBSP}€`).first()).toBeVisible()
    await expect(onDesk.getByRole('region', { name: /^Kortkvitto/ })).toHaveCount(2)
    await expectAccessible(onDesk)
  },
)
