import { FakeCamera, type FakeCameraSetup, GOOD_LENS, WIDE_LENS } from './fake-camera.ts'
import { expect, test, type Page, fullTier } from './test.ts'

const FULL_TIER = fullTier('a variant: another test here starts the camera before each merge')

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const phase = (page: Page, is: string) => page.locator(`section[data-phase="${is}"]`)

/** Opens the basket and starts the camera with a tap. */
async function openScanner(page: Page, setup: FakeCameraSetup = {}): Promise<FakeCamera> {
  const camera = await FakeCamera.install(page, setup)
  await page.goto('/basket')
  if (setup.permission !== 'granted') await button(page, 'Start the camera').click()
  return camera
}

test.beforeEach(({ shopperPage }) => expect(shopperPage).toBeTruthy())

test('the camera is requested once per visit, facing back with about 1080 lines', async ({ page }) => {
  const camera = await openScanner(page)
  await expect(phase(page, 'running')).toBeVisible()
  await button(page, 'Enter the code').first().click()
  await page.keyboard.press('Escape')
  await camera.comeBack()
  expect(await camera.calls()).toEqual([
    {
      facingMode: { ideal: 'environment' },
      width: { ideal: 1920 },
      height: { ideal: 1080 },
      frameRate: { ideal: 30 },
    },
  ])
})

test('a capable lens focuses continuously, lights and zooms', FULL_TIER, async ({ page }) => {
  const camera = await openScanner(page, { lenses: [GOOD_LENS] })
  await button(page, 'Turn the light on').click()
  await expect.poll(camera.applied).toEqual({ focusMode: 'continuous', torch: true, zoom: 1 })
  await button(page, 'Zoom in').click()
  await expect.poll(camera.applied).toEqual({ focusMode: 'continuous', torch: true, zoom: 2 })
  await button(page, 'Turn the light off').click()
  await button(page, 'Zoom out').click()
  await expect.poll(camera.applied).toEqual({ focusMode: 'continuous', torch: false, zoom: 1 })
  await expect(button(page, 'Switch camera')).toHaveCount(0)
})

test('two fingers zoom, within what the lens can', FULL_TIER, async ({ page }) => {
  const camera = await openScanner(page, { lenses: [GOOD_LENS] })
  await expect(button(page, 'Zoom in')).toHaveText('1×')
  const touch = (type: 'start' | 'move', ...places: readonly number[]) =>
    page.evaluate(`{
      const target = document.querySelector('section[data-phase]')
      const touches = ${JSON.stringify(places)}.map(
        (clientX, identifier) => new Touch({ identifier, target, clientX, clientY: 100 }))
      target.dispatchEvent(new TouchEvent('touch${type}', { touches, bubbles: true }))
    }`)
  await touch('start', 100)
  await touch('start', 100, 200)
  await touch('move', 100, 350)
  await expect(button(page, 'Zoom out')).toHaveText('2,5×')
  expect(await camera.applied()).toMatchObject({ zoom: 2.5 })
  await touch('move', 100, 1300)
  await expect(button(page, 'Zoom out')).toHaveText('8×')
  // A single finger changes nothing.
  await touch('start', 100)
  await touch('move', 300)
  expect(await camera.applied()).toMatchObject({ zoom: 8 })
  await button(page, 'Zoom out').click()
  await expect.poll(camera.applied).toMatchObject({ zoom: 1 })
})

test('a lens without abilities has no controls', FULL_TIER, async ({ page }) => {
  const camera = await openScanner(page)
  await expect(phase(page, 'running')).toBeVisible()
  // The app reads a lens's capabilities half a second after the first picture.
  await page.waitForTimeout(1000)
  await expect(button(page, /light|Zoom|Switch camera/)).toHaveCount(0)
  expect(await camera.applied()).toBeUndefined()
})

test('a button switches the lens, and the choice is remembered for the next visit', FULL_TIER, async ({ page }) => {
  const other = { ...GOOD_LENS, id: 'tele', label: 'camera2 3, facing back' }
  const camera = await openScanner(page, { lenses: [GOOD_LENS, other] })
  await button(page, 'Switch camera').click()
  await expect.poll(camera.callCount).toBe(2)
  expect((await camera.calls())[1]?.deviceId).toEqual({ ideal: 'tele' })
  await expect(phase(page, 'running')).toBeVisible()
  await page.reload()
  await button(page, 'Start the camera').click()
  await expect.poll(async () => (await camera.calls())[0]?.deviceId).toEqual({ ideal: 'tele' })
})

test('a lens that cannot focus is replaced by one that can, which is remembered', FULL_TIER, async ({ page }) => {
  const camera = await openScanner(page, { lenses: [WIDE_LENS, GOOD_LENS] })
  await expect(button(page, 'Turn the light on')).toBeVisible()
  expect((await camera.calls()).map(({ deviceId }) => deviceId)).toEqual([undefined, { ideal: 'main' }])
  await expect.poll(() => page.evaluate(`localStorage.getItem('scanner-lens')`)).toBe('main')
  await page.reload()
  await button(page, 'Start the camera').click()
  await expect(button(page, 'Turn the light on')).toBeVisible()
  expect(await camera.callCount()).toBe(1)
})

test('a camera that ends is reopened automatically once', FULL_TIER, async ({ page }) => {
  const camera = await openScanner(page)
  await expect(phase(page, 'running')).toBeVisible()
  await page.waitForTimeout(5000)
  await camera.end()
  await expect.poll(camera.callCount).toBe(2)
  await expect(phase(page, 'running')).toBeVisible()
  // Ended again at once: now it needs the shopper's attention.
  await camera.end()
  await expect(page.getByText('The camera didn’t start.')).toBeVisible()
  expect(await camera.callCount()).toBe(2)
  await button(page, 'Try again').click()
  await expect(phase(page, 'running')).toBeVisible()
})

test('a frozen picture is waited for, and a lost one is requested again', FULL_TIER, async ({ page }) => {
  const camera = await openScanner(page)
  await expect(phase(page, 'running')).toBeVisible()
  await page.waitForTimeout(5000)
  await camera.setMuted(true)
  await page.waitForTimeout(300)
  await camera.setMuted(false)
  await page.waitForTimeout(1200)
  expect(await camera.callCount()).toBe(1)
  await camera.setMuted(true)
  // Coming back to the foreground fires several events at once, which cause only one request.
  await camera.comeBack()
  await camera.comeBack()
  await expect.poll(camera.callCount).toBe(2)
  await expect(phase(page, 'running')).toBeVisible()
  await page.waitForTimeout(1500)
  expect(await camera.callCount()).toBe(2)
})

test(
  'a denied camera is not requested again without a tap, and starts by itself once it is allowed',
  FULL_TIER,
  async ({ page }) => {
    const camera = await openScanner(page, { refusals: ['NotAllowedError', 'NotAllowedError'] })
    await expect(page.getByText('Camera access is off.')).toBeVisible()
    await camera.comeBack()
    await page.waitForTimeout(500)
    expect(await camera.callCount()).toBe(1)
    await button(page, 'Try again').click()
    await expect.poll(camera.callCount).toBe(2)
    await expect(page.getByText('Camera access is off.')).toBeVisible()
    await page.waitForTimeout(200)
    await camera.allow()
    await camera.comeBack()
    await expect(phase(page, 'running')).toBeVisible()
    expect(await camera.callCount()).toBe(3)
  },
)

test(
  'an unreadable camera is tried without a size and with other lenses before it is reported as busy',
  FULL_TIER,
  async ({ page }) => {
    const camera = await openScanner(page, {
      permission: 'granted',
      lenses: [GOOD_LENS, WIDE_LENS],
      refusals: Array.from({ length: 4 }, () => 'NotReadableError'),
    })
    await expect(page.getByText('Another app is using the camera. Close it and try again.')).toBeVisible()
    const calls = await camera.calls()
    expect(calls.map(({ width, deviceId }) => [width?.ideal, deviceId])).toEqual([
      [1920, undefined],
      [undefined, undefined],
      [undefined, { exact: 'main' }],
      [undefined, { exact: 'wide' }],
    ])
    await button(page, 'Try again').click()
    await expect(phase(page, 'running')).toBeVisible()
  },
)

test('a camera that cannot meet the constraints is requested with fewer', FULL_TIER, async ({ page }) => {
  const camera = await openScanner(page, { refusals: ['OverconstrainedError'] })
  await expect(phase(page, 'running')).toBeVisible()
  expect((await camera.calls())[1]).toEqual({ facingMode: { ideal: 'environment' } })
})

test('a camera without a picture is given up within five seconds', FULL_TIER, async ({ page }) => {
  const camera = await FakeCamera.install(page)
  await page.goto('/basket')
  await expect(button(page, 'Start the camera')).toBeVisible()
  await camera.setDead(true)
  const started = performance.now()
  await button(page, 'Start the camera').click()
  await expect(page.getByText('The camera didn’t start.')).toBeVisible()
  expect(performance.now() - started).toBeLessThan(5000)
  await expect(button(page, 'Enter the code').first()).toBeVisible()
  await camera.setDead(false)
  await button(page, 'Try again').click()
  await expect(phase(page, 'running')).toBeVisible()
})
