import type { Page } from '@playwright/test'

const GAP_SECONDS = 0.03

/**
 * Scans with a scanner that types: trusted key events 30 ms apart by their own time, each code ended by Enter. However
 * slowly this machine hands them on, they say when they were pressed.
 */
export async function scanWithWedge(page: Page, codes: readonly string[]): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  let timestamp = Date.now() / 1000
  const press = async (key: string, code: string, text: string) => {
    timestamp += GAP_SECONDS
    await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, text, timestamp })
    await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, timestamp: timestamp + 0.005 })
  }
  for (const scanned of codes) {
    for (const digit of scanned.split('')) await press(digit, `Digit${digit}`, digit)
    await press('Enter', 'Enter', '\r')
  }
  await browser.detach()
}
