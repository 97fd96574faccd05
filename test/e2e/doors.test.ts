import { runNuki, type Nuki } from '#test/locks/run-nuki.ts'
import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { serveTiles } from './map-tiles.ts'
import { MATHILDEDAL, signUp, signUpByMail, storeNamed, TEIJO } from './people.ts'
import type { RunningShop } from './running-shop.ts'
import { lockTeijo, TEIJO_LOCK as LOCK, unlockTeijo } from './teijo-lock.ts'
import { expect, test, type BrowserContext, type Page, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

const FULL_TIER = fullTier('it waits for a lock in real time; doors-nuki.test.ts has the codes before each merge')

/** A Nuki simulator with the store's lock. */
async function openNuki(admin: BrowserContext, shop: RunningShop): Promise<Nuki> {
  const nuki = await runNuki([LOCK], shop.nukiPort)
  await lockTeijo((await signUpAdmin(admin, shop)).api)
  return nuki
}

/** The parts of the dialog at the door, in Finnish. */
function doorDialog(page: Page) {
  const t = textsIn('fi')
  const dialog = page.getByRole('dialog')
  return {
    t,
    dialog,
    button: page.getByRole('button', { name: t('door.open'), exact: true }),
    heading: (view: string) => dialog.getByRole('heading', { name: t(`door.titles.${view}`), exact: true }),
    code: dialog.getByText(/^\d{3} \d{3}$/),
    enlarge: dialog.getByRole('button', { name: t('door.enlarge') }),
    large: page.getByRole('dialog', { name: t('door.titles.shown') }),
  }
}

test(
  'on a phone, in Finnish: the door code is shown once the lock responds, and opens the door',
  FULL_TIER,
  async ({ page, context, shop, openBrowser }) => {
    const { t, dialog, button, heading, code, enlarge, large } = doorDialog(page)
    const nuki = await openNuki(await openBrowser(), shop)
    try {
      await nuki.pull(LOCK, { isOnline: false, syncMs: 2500 })
      await signUp(context, shop, { language: 'fi', store: TEIJO })
      await page.goto('/home')
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(heading('failed')).toBeFocused()
      await expect(dialog.getByText(t('door.faults.unreachable'))).toBeVisible()
      await expect(dialog.getByRole('link', { name: 'asiakaspalvelu@puoti.example' })).toBeVisible()
      await expectAccessibleLayout(page)

      await nuki.pull(LOCK, { isOnline: true })
      await dialog.getByRole('button', { name: t('door.again') }).focus()
      await page.keyboard.press('Enter')
      await expect(heading('waiting')).toBeFocused()
      expect((await nuki.seen(LOCK)).codes.some(({ isAtLock }) => isAtLock)).toBe(false)
      await expectAccessibleLayout(page)
      await expect(heading('shown')).toBeFocused()
      const digits = await code.innerText()
      expect(await nuki.opens(LOCK, digits.replace(' ', ''))).toBe(true)
      // Screen readers read the digits one by one.
      await expect(
        page.getByRole('status').filter({ hasText: digits.replace(' ', '').split('').join(' ') }),
      ).toHaveCount(1)
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 700 })
        await expectAccessibleLayout(page)
      }

      // Full screen, and back by keyboard.
      await enlarge.press('Enter')
      await expect(large.getByRole('button', { name: t('common.close') })).toBeFocused()
      await expect(large.getByText(digits.replace(' ', '').split('').join(' '), { exact: true })).toHaveCount(1)
      await expectAccessibleLayout(page)
      await page.keyboard.press('Escape')
      await expect(enlarge).toBeFocused()
    } finally {
      await unlockTeijo(shop)
      await nuki.close()
    }
  },
)

test(
  'on a phone, in Finnish: a new door code replaces the first, and ends after fifteen minutes',
  FULL_TIER,
  async ({ page, context, shop, openBrowser }) => {
    const { t, dialog, button, heading, code, enlarge, large } = doorDialog(page)
    const nuki = await openNuki(await openBrowser(), shop)
    try {
      await signUp(context, shop, { language: 'fi', store: TEIJO })
      await page.clock.install()
      await page.goto('/home')
      await button.press('Enter')
      await expect(heading('shown')).toBeFocused()
      const digits = await code.innerText()
      await dialog.getByRole('button', { name: t('door.newCode') }).press('Enter')
      await expect(heading('shown')).toBeFocused()
      const others = await code.innerText()
      expect(others).not.toBe(digits)
      expect(await nuki.opens(LOCK, others.replace(' ', ''))).toBe(true)

      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(button).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialog.getByText(others)).toBeVisible()
      await enlarge.press('Enter')
      // The server's clock does not move: the next response would set the page's clock back.
      await page.route('**/api/recalls*', () => new Promise(() => undefined))
      await page.clock.fastForward('15:00')
      await expect(heading('ended')).toBeFocused()
      await expect(large).toHaveCount(0)
      await expect(dialog.getByText(others)).toHaveCount(0)
      await dialog.getByRole('button', { name: t('door.newCode') }).press('Enter')
      await expect(heading('shown')).toBeFocused()
      await expectAccessibleLayout(page)
    } finally {
      await unlockTeijo(shop)
      await nuki.close()
    }
  },
)

test(
  'on a phone, in Finnish: a closed store offers no further door code, and a link leads on inside an open one',
  FULL_TIER,
  async ({ page, context, shop, openBrowser }) => {
    const { t, dialog, button, heading } = doorDialog(page)
    const nuki = await openNuki(await openBrowser(), shop)
    try {
      await signUp(context, shop, { language: 'fi', store: TEIJO })
      await page.goto('/home')
      await button.press('Enter')
      await expect(heading('shown')).toBeFocused()
      // When the store is closed, another attempt is useless and is not offered.
      await shop.query(`UPDATE store SET always_open = false WHERE name = $1`, [TEIJO])
      await dialog.getByRole('button', { name: t('door.newCode') }).press('Enter')
      await expect(heading('closed')).toBeFocused()
      await expect(dialog.getByText(t('home.closedNow'), { exact: true })).toBeVisible()
      await expect(dialog.getByRole('button', { name: t('door.again') })).toHaveCount(0)
      await expectAccessibleLayout(page)
      await shop.query(`UPDATE store SET always_open = true WHERE name = $1`, [TEIJO])

      // A link leads on inside the store.
      await dialog
        .getByRole('button', { name: t('common.close'), exact: true })
        .last()
        .press('Enter')
      await button.press('Enter')
      await dialog.getByRole('link', { name: t('door.inside') }).press('Enter')
      await expect(page).toHaveURL('/basket')
    } finally {
      await unlockTeijo(shop)
      await nuki.close()
    }
  },
)

test.describe('on a desktop, in Swedish', () => {
  test.use(A_DESK)

  test(
    'an admin lists visits by day and store by keyboard, and exports them',
    FULL_TIER,
    async ({ page, context, shop, openBrowser }) => {
      const t = textsIn('sv')
      // Choosing the store counts as today's visit.
      const guest = await signUpByMail(await openBrowser(), shop)
      const { api } = await signUpAdmin(context, shop, { language: 'sv', store: null })
      await shop.query(
        `INSERT INTO visit (store_id, user_id, began_by, created_at, last_at)
         SELECT store.id, app_user.id, 'store', now() - interval '1 day', now() - interval '1 day' FROM store, app_user
         WHERE store.name = $1 AND app_user.email = $2`,
        [TEIJO, guest.email],
      )
      await page.goto('/visitors-log')
      const row = page.getByRole('row').filter({ hasText: guest.email })
      await expect(row).toContainText(MATHILDEDAL)
      await expectAccessibleLayout(page)
      await page.getByRole('button', { name: t('visits.earlier') }).press('Enter')
      await expect(page).toHaveURL(/\?date=\d{4}-\d\d-\d\d$/)
      await expect(row).toContainText(TEIJO)
      const [year, month, day] = new URL(page.url()).searchParams.get('date')?.split('-') ?? []
      const field = page.getByLabel(t('visits.day'), { exact: true })
      await expect(field).toHaveValue(`${day}.${month}.${year}`)
      await field.fill('5.1.2')
      await field.pressSequentially('026')
      await expect(page).toHaveURL(/\?date=2026-01-05$/)
      await page.goBack()
      await expect(field).toHaveValue(`${day}.${month}.${year}`)
      const { id } = await storeNamed(api, MATHILDEDAL)
      await page.goto(`${page.url()}&store=${id}`)
      await expect(page.getByText(t('lists.nothingFound'), { exact: true })).toBeVisible()
      await page.getByRole('button', { name: t('visits.today') }).press('Enter')
      await expect(page).toHaveURL(`/visitors-log?store=${id}`)
      await expect(row).toContainText(MATHILDEDAL)
      await page.getByRole('button', { name: t('lists.export') }).press('Enter')
      const href = await page.getByRole('menuitem', { name: t('lists.csv') }).getAttribute('href')
      expect(await (await page.request.get(href ?? '')).text()).toContain(`;${MATHILDEDAL};`)
      await page.keyboard.press('Escape')
      await row.getByRole('link', { name: guest.email }).press('Enter')
      // The row leads to the visit, and that to the shopper.
      await page.getByRole('region').getByRole('link', { name: guest.email }).press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: guest.email })).toBeVisible()
    },
  )

  test(
    'an admin sees what is wrong with the lock, and makes a new key',
    FULL_TIER,
    async ({ page, context, shop, openBrowser }) => {
      const t = textsIn('sv')
      await serveTiles(context, () => true)
      const nuki = await openNuki(await openBrowser(), shop)
      try {
        const { api } = await signUpAdmin(context, shop, { language: 'sv', store: null })
        await page.goto(`/stores/${(await storeNamed(api, TEIJO)).id}/edit`)
        const lock = page.getByRole('region', { name: t('lockPanel.title') })
        const finding = (code: string) => lock.getByText(t(`lockPanel.findings.${code}`))
        await lock.getByRole('button', { name: t('lockPanel.test') }).press('Enter')
        await expect(finding('ready')).toBeVisible()
        await nuki.pull(LOCK, { isOnline: false })
        await lock.getByRole('button', { name: t('lockPanel.test') }).press('Enter')
        await expect(lock.getByText('Låset är offline: Nuki når det inte.')).toBeVisible()
        await page.goto(`/stores/${(await storeNamed(api, MATHILDEDAL)).id}/edit`)
        await lock.getByRole('button', { name: t('lockPanel.newKey') }).press('Enter')
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('lockPanel.newKeyConfirm') })
          .press('Enter')
        const key = page.getByRole('dialog', { name: t('lockPanel.keyTitle') })
        await expect(key.getByText(/^([A-Z2-7]{4} ){12}[A-Z2-7]{4}$/)).toBeVisible()
        await expectAccessibleLayout(page)
        await key.getByRole('button', { name: t('lockPanel.keyDone') }).press('Enter')
        await expect(key).toHaveCount(0)
      } finally {
        await unlockTeijo(shop)
        await nuki.close()
      }
    },
  )
})
