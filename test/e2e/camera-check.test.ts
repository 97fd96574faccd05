import { overflow } from './accessibility.ts'
import { typeCode } from './basket-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { FakeCamera, GOOD_LENS } from './fake-camera.ts'
import { getEan, UNKNOWN_CODE } from './goods.ts'
import { expect, test, type Page, fullTier } from './test.ts'

const FULL_TIER = fullTier('a variant: camera.test.ts starts the camera before each merge')

const SAMSUNG =
  'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36'
const SMALL_PHONE = { width: 320, height: 568 }

/** Every button and field of the page that is smaller than a fingertip. */
const smallTargets = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('button, input, [role="button"], main a')]
    .filter(element => element.checkVisibility())
    .map(element => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && (box.width < 44 || box.height < 44))
    .map(({ element, box }) => element.outerHTML.slice(0, 90) + ' ' + box.width + ' x ' + box.height)`)

test.describe('on a Samsung phone', () => {
  test.use({ userAgent: SAMSUNG })

  test(
    'the page shows the steps in the phone’s settings, and whether they worked',
    FULL_TIER,
    async ({ page, shopperPage }) => {
      expect(shopperPage).toBe(page)
      const camera = await FakeCamera.install(page, { refusals: ['NotAllowedError', 'NotAllowedError'] })
      await page.goto('/basket')
      await page.getByRole('button', { name: 'Start the camera' }).click()
      await page.getByRole('link', { name: 'How to allow the camera' }).click()
      await expect(page).toHaveURL(/\/samsung-permission$/)
      await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
        'Open the phone’s Settings',
        'Choose Apps',
        'Choose Samsung Internet',
        'Choose Permissions',
        'Choose Camera and allow it',
      ])
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByText('Camera access is still off.')).toBeVisible()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByText('The camera works.')).toBeVisible()
      expect(await page.evaluate('fakeCamera.track.readyState')).toBe('ended')
      await page.getByRole('link', { name: 'Start scanning' }).click()
      await expect(page.locator('section[data-phase="running"]')).toBeVisible()
      expect(await camera.callCount()).toBe(4)
    },
  )
})

test('any other browser shows the steps for its own setting', FULL_TIER, async ({ page, shopperPage }) => {
  expect(shopperPage).toBe(page)
  await page.setViewportSize(SMALL_PHONE)
  await page.goto('/samsung-permission')
  await expect(page.getByRole('heading', { name: 'Camera check' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('the icon next to the address')
  await expectAccessible(page)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await smallTargets(page)).toEqual([])
})

test(
  'on a small phone total and pay button stay visible whatever the scanner shows, with large targets',
  FULL_TIER,
  async ({ page, shopperPage }) => {
    expect(shopperPage).toBe(page)
    await page.setViewportSize(SMALL_PHONE)
    const second = { ...GOOD_LENS, id: 'tele', label: 'camera2 3, facing back' }
    await FakeCamera.install(page, { lenses: [GOOD_LENS, second] })
    await page.goto('/basket')
    await typeCode(page, getEan('butter'))
    await typeCode(page, getEan('carrots'))
    await page.getByRole('button', { name: 'Remove from basket: Butter' }).click()
    await page.getByRole('button', { name: 'Start the camera' }).click()
    await expect(page.getByRole('button', { name: 'Turn the light on' })).toBeVisible()
    const inSight = async () => {
      const pay = await page.getByRole('button', { name: 'Go to checkout' }).boundingBox()
      const total = await page.getByText('1 item').boundingBox()
      expect((pay?.y ?? 999) + (pay?.height ?? 999)).toBeLessThanOrEqual(SMALL_PHONE.height)
      expect(total?.y ?? -1).toBeGreaterThan(0)
      // First, because it waits until all transitions have ended.
      await expectAccessible(page)
      expect(await smallTargets(page)).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)
    }
    await inSight()
    await expect(page.getByLabel('Won’t scan? Enter the number.')).toBeVisible()
    await inSight()
    await typeCode(page, UNKNOWN_CODE)
    await expect(page.getByRole('button', { name: 'Report to us' })).toBeVisible()
    await inSight()
    await page.screenshot({ path: test.info().outputPath('small-phone.png') })
  },
)
