import { dayText } from '#domain/format/day-text.ts'
import { shopDate } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { chooseElsewhere } from './live-language.ts'
import { TEIJO } from './people.ts'
import { openEvent } from './preorders.ts'
import type { RunningShop } from './running-shop.ts'
import { expect, type Page, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

const FULL_TIER = fullTier('preorder-whole-life.test.ts plans an event before each merge')

test.use(A_DESK)

const t = textsIn('fi')
const TROUT = 'Kokonainen kirjolohi'

const eventForm = (page: Page) => ({
  field: (key: string) => page.getByRole('textbox', { name: t(key), exact: true }),
  button: (key: string, name = '') => page.getByRole('button', { name: t(key, { name }), exact: true }),
  first: page.getByRole('textbox', { name: t('eventForm.fields.start_date') }),
  cap: page.getByLabel(t('eventForm.capOf', { name: TROUT })),
  limit: page.getByLabel(t('eventForm.limitOf', { name: TROUT })),
})

/** An open event, a month ahead, with a cap of 12.5 trouts of which 4.5 are booked. */
async function openBooked(shop: RunningShop, name: string): Promise<{ id: number; start: string }> {
  const names = { en: '', fi: name, sv: '' }
  const id = await openEvent(shop, { names, caps: { 'Whole rainbow trout': 12.5 }, stores: [TEIJO], startsInDays: 30 })
  await shop.query(`UPDATE preorder_event_item SET booked_thousandths = 4500 WHERE event_id = $1`, [id])
  const [row] = await shop.query<{ start: string }>(
    `SELECT start_date::text AS start FROM preorder_event WHERE id = $1`,
    [id],
  )
  return { id, start: row?.start ?? '' }
}

test('an event is planned by keyboard, and opened', FULL_TIER, async ({ page, context, shop }) => {
  test.slow()
  await signUpAdmin(context, shop, { language: 'fi' })
  const { field, button, first, cap, limit } = eventForm(page)

  await page.goto('/preorder-events')
  await page
    .getByRole('link', { name: t('eventForm.new') })
    .first()
    .press('Enter')
  await expect(page).toHaveURL('/preorder-events/create')
  await field('productForm.names.fi').fill('Kalapäivä')
  await button('eventForm.createOpen').press('Enter')
  await page
    .getByRole('alert')
    .getByRole('button', { name: t('eventForm.fields.start_date') })
    .press('Enter')
  await expect(first).toBeFocused()
  const start = plusDays(shopDate(new Date()), 30)
  await first.fill(start)
  await page.getByRole('textbox', { name: t('eventForm.fields.end_date') }).fill(start)
  await page.getByRole('checkbox', { name: 'Teijon puoti' }).press('Space')
  const picker = page.getByRole('combobox', { name: t('eventForm.addProduct') })
  for (const name of ['siika', 'kirjolohi']) {
    await picker.focus()
    await page.keyboard.type(name)
    await expect(page.getByRole('option', { name: new RegExp(name, 'i') }).first()).toBeVisible()
    await page.keyboard.press('Enter')
  }
  await cap.fill('12,5')
  await expect(limit).toHaveValue('10')
  await limit.fill('')
  await button('eventForm.earlier', TROUT).press('Enter')
  await expectAccessibleLayout(page)
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/preorder-events\/\d+\/edit$/)
  await expect(page.getByRole('radio', { name: t('eventForm.phases.open') })).toBeChecked()
  await expect(limit).toHaveValue('')
})

test(
  'a cap cannot go below the booked quantity, and a copy of the event begins without bookings',
  FULL_TIER,
  async ({ page, context, shop }) => {
    await signUpAdmin(context, shop, { language: 'fi' })
    const { button, first, cap } = eventForm(page)
    const { id, start } = await openBooked(shop, 'Kalapäivä')
    await page.goto(`/preorder-events/${id}/edit`)
    await cap.fill('4')
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('alert')).toContainText(t('eventForm.problems.belowBooked', { booked: '4,5' }))
    await expectAccessibleLayout(page)
    await cap.fill('4,5')
    await page.keyboard.press('Control+s')
    await expect(page.getByText(t('forms.unsaved'))).toHaveCount(0)
    await expect(page.getByText(/4,5 \/ 4,5/)).toBeVisible()
    await button('eventForm.closeNow').press('Enter')
    await expect(page.getByRole('radio', { name: t('eventForm.phases.closed') })).toBeChecked()
    // Until it is saved, leaving asks for confirmation.
    await expect(page.getByText(t('forms.unsaved'))).toHaveCount(0)

    await page.getByRole('link', { name: t('eventForm.copy'), exact: true }).press('Enter')
    await expect(first).toHaveValue(dayText(plusDays(start, 7)))
    await expect(cap).toHaveValue('4,5')
    await button('eventForm.createCopy').press('Enter')
    await expect(page).toHaveURL(new RegExp(`/preorder-events/(?!${id}/)\\d+/edit$`))
    const [copy] = await shop.query<{ booked: number; status: string }>(
      `SELECT sum(booked_thousandths)::int AS booked, status FROM preorder_event
     JOIN preorder_event_item ON event_id = id WHERE id > $1 GROUP BY status`,
      [id],
    )
    expect(copy).toEqual({ booked: 0, status: 'draft' })
  },
)

test(
  'on a phone, in Swedish: an event is found by its name, and an address without a page leads home',
  FULL_TIER,
  async ({ page, context, shop }) => {
    await signUpAdmin(context, shop, { language: 'fi' })
    const { id } = await openBooked(shop, 'Kalamarkkinat')
    await shop.query(`UPDATE preorder_event SET status = 'draft' WHERE id = $1`, [id])
    const sv = textsIn('sv')
    await page.setViewportSize({ width: 390, height: 844 })
    await chooseElsewhere({ page, context, shop, language: 'sv', t: sv })
    await page.goto('/preorder-events?q=kalam')
    await expect(page.getByText(sv('eventForm.count_one', { count: '1' }), { exact: true })).toBeVisible()
    await expectAccessibleLayout(page)
    await page.getByRole('link', { name: 'Kalamarkkinat' }).click()
    await expect(page.getByRole('radio', { name: sv('eventForm.phases.draft') })).toBeChecked()
    await expectAccessibleLayout(page)
    await page.goto('/preorder-events/1001/else')
    await expect(page).toHaveURL('/home')
  },
)
