import { dayText } from '#domain/format/day-text.ts'
import { shopDate } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectSound } from './expect-sound.ts'
import { chooseElsewhere } from './live-language.ts'
import { expect, test } from './test.ts'
import { textsIn } from './texts.ts'

test.use(A_DESK)

test(
  'an event is planned by keyboard, opened and copied, and a cap cannot go below the booked quantity',
  { tag: '@full' },
  async ({ page, context, shop }) => {
    test.slow()
    const t = textsIn('fi')
    await signUpAdmin(context, shop, { language: 'fi' })
    const start = plusDays(shopDate(new Date()), 30)
    const field = (key: string) => page.getByRole('textbox', { name: t(key), exact: true })
    const button = (key: string, name = '') => page.getByRole('button', { name: t(key, { name }), exact: true })

    await page.goto('/preorder-events')
    await page
      .getByRole('link', { name: t('eventForm.new') })
      .first()
      .press('Enter')
    await expect(page).toHaveURL('/preorder-events/create')
    await field('productForm.names.fi').fill('Kalapäivä')
    await button('eventForm.createOpen').press('Enter')
    const first = page.getByLabel(t('eventForm.fields.start_date'))
    await page
      .getByRole('alert')
      .getByRole('button', { name: t('eventForm.fields.start_date') })
      .press('Enter')
    await expect(first).toBeFocused()
    await first.fill(start)
    await page.getByLabel(t('eventForm.fields.end_date')).fill(start)
    await page.getByRole('checkbox', { name: 'Teijon puoti' }).press('Space')
    const picker = page.getByRole('combobox', { name: t('eventForm.addProduct') })
    for (const name of ['siika', 'kirjolohi']) {
      await picker.focus()
      await page.keyboard.type(name)
      await expect(page.getByRole('option', { name: new RegExp(name, 'i') }).first()).toBeVisible()
      await page.keyboard.press('Enter')
    }
    const trout = 'Kokonainen kirjolohi'
    const cap = page.getByLabel(t('eventForm.capOf', { name: trout }))
    await cap.fill('12,5')
    const limit = page.getByLabel(t('eventForm.limitOf', { name: trout }))
    await expect(limit).toHaveValue('10')
    await limit.fill('')
    await button('eventForm.earlier', trout).press('Enter')
    await expectSound(page)
    await page.keyboard.press('Control+s')
    await expect(page).toHaveURL(/\/preorder-events\/\d+\/edit$/)
    await expect(page.getByRole('radio', { name: t('eventForm.phases.open') })).toBeChecked()
    await expect(limit).toHaveValue('')
    const id = Number(/\d+/.exec(new URL(page.url()).pathname)?.[0])

    await shop.query(
      `UPDATE preorder_event_item SET booked_thousandths = 4500 WHERE event_id = $1 AND cap_thousandths IS NOT NULL`,
      [id],
    )
    await cap.fill('4')
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('alert')).toContainText(t('eventForm.problems.belowBooked', { booked: '4,5' }))
    await expectSound(page)
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

    const sv = textsIn('sv')
    await page.setViewportSize({ width: 390, height: 844 })
    await chooseElsewhere({ page, context, shop, language: 'sv', t: sv })
    await page.goto('/preorder-events?q=kalap')
    // Earlier tests may have left some.
    const [{ count } = { count: '' }] = await shop.query<{ count: string }>(
      `SELECT count(*)::text AS count FROM preorder_event WHERE names::text ILIKE '%kalap%'`,
    )
    await expect(page.getByText(sv('eventForm.count_other', { count }), { exact: true })).toBeVisible()
    await expectSound(page)
    await page.getByRole('link', { name: 'Kalapäivä' }).first().click()
    await expect(page.getByRole('radio', { name: sv('eventForm.phases.draft') })).toBeChecked()
    await expectSound(page)
    await page.goto('/preorder-events/1001/else')
    await expect(page).toHaveURL('/home')
  },
)
