import type { Locator, Page } from '@playwright/test'
import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { getEan } from './goods.ts'
import { notice } from './notices.ts'
import { expect, test } from './test.ts'
import { scanWithWedge } from './wedge-scanner.ts'

/** One digit wrong, as of a code that was misread. */
const misread = (code: string) => code.slice(0, -1) + String((Number(code.at(-1)) + 1) % 10)

const centre = async (box: Locator) => {
  const { x, y, width, height } = (await box.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

test.describe('on a desktop', () => {
  test.use(A_DESK)

  test('a list’s heading covers the boxes of the rows that scroll under it, in line with its own', async ({
    page,
    context,
    shop,
  }) => {
    await signUpAdmin(context, shop)
    await page.goto('/products')
    const all = page.getByRole('columnheader').getByRole('checkbox')
    const third = page.locator('tbody tr').nth(2).getByRole('checkbox')
    await third.check()
    expect.soft((await centre(third)).x).toBeCloseTo((await centre(all)).x, 0)
    // The third row lies exactly under the heading, which sticks to the top.
    const half = (await page.locator('thead tr').boundingBox())!.height / 2
    await page.evaluate<void>(`scrollTo(0, scrollY + ${(await centre(third)).y - half})`)
    await expect.poll(async () => Math.abs((await centre(third)).y - (await centre(all)).y)).toBeLessThan(6)
    const onTop = async () => {
      const place = await centre(all)
      return page.evaluate<string | undefined>(
        `document.elementFromPoint(${place.x}, ${place.y}).closest('header, th, td')?.tagName`,
      )
    }
    // The bar of the app hides while the page scrolls down.
    await expect.poll(onTop).not.toBe('HEADER')
    expect(await onTop()).toBe('TH')
  })

  test('the icons of the bar are visible at once when the drawer opens', async ({ page, context, shop }) => {
    await signUpAdmin(context, shop)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/orders')
    await page.getByRole('button', { name: 'Menu', exact: true }).waitFor()
    // Two frames after the press, as on a machine that is busy with loading a page for longer than any transition.
    const colours = await page.evaluate<[bar: string, icon: string]>(`(async () => {
      const icon = document.querySelector('header button[aria-label="Menu"]')
      icon.click()
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      return [getComputedStyle(icon.closest('header')).color, getComputedStyle(icon).color]
    })()`)
    await expect(page.getByRole('navigation', { name: 'Back office' })).toBeVisible()
    expect(colours[1]).toBe(colours[0])
  })
})

async function receiveMilk(page: Page): Promise<Locator> {
  await page.goto('/stock')
  await page.getByRole('link', { name: 'Receive', exact: true }).click()
  await scanWithWedge(page, [getEan('light-milk')])
  const line = page.getByRole('list', { name: 'Products' }).getByRole('listitem')
  await expect(line).toHaveCount(1)
  return line
}

test('a notice moves nothing under the finger, and the red one of a scan ends with the next success', async ({
  page,
  context,
  shop,
}) => {
  await signUpAdmin(context, shop)
  const line = await receiveMilk(page)
  const bad = misread(getEan('light-milk'))
  const change = line.getByRole('button').first()
  const before = (await change.boundingBox())!.y
  await scanWithWedge(page, [bad])
  const red = notice(page, bad)
  await expect(red).toBeVisible()
  // The page makes room above, which can be scrolled to.
  await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(0)
  await expect.poll(async () => Math.abs((await change.boundingBox())!.y - before)).toBeLessThan(1)
  await page.evaluate('scrollTo(0, 0)')
  const heading = page.getByRole('heading', { level: 1 })
  const bottom = async (box: Locator) => (await box.boundingBox())!.y + (await box.boundingBox())!.height
  await expect.poll(async () => (await heading.boundingBox())!.y - (await bottom(red))).toBeGreaterThanOrEqual(0)
  const underRoom = (await change.boundingBox())!.y
  await page.evaluate('scrollTo(0, 60)')
  await page.getByRole('button', { name: 'Receive 1 product' }).click()
  await expect(page.getByRole('region', { name: 'Received' })).toBeVisible()
  await expect(red).toHaveCount(0)
  expect(underRoom).toBeGreaterThan(before)
})

test('after receiving, its labels can be printed and it can be undone', async ({ page, context, shop }) => {
  await signUpAdmin(context, shop)
  await receiveMilk(page)
  const stored = () =>
    shop.query<{ quantity: number }>(`SELECT sum(quantity_thousandths)::float AS quantity FROM stock_move`)
  const [before] = await stored()
  await page.getByRole('button', { name: 'Receive 1 product' }).click()
  await page.getByRole('button', { name: 'Print labels' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('1 label · 1 page')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo this delivery' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo this delivery' }).click()
  await expect(notice(page, 'The delivery was undone')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Received' })).toHaveCount(0)
  await expect.poll(async () => (await stored())[0]).toEqual(before)
})
