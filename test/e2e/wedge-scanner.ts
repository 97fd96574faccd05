import type { Page } from '@playwright/test'

const GAP_SECONDS = 0.03

const toKeystrokes = (code: string) => [
  ...Array.from(code, digit => ({ key: digit, code: `Digit${digit}`, text: digit })),
  { key: 'Enter', code: 'Enter', text: '\r' },
]

/**
 * Scans with a scanner that types: trusted key events 30 ms apart by their timestamps, each code ended by Enter. The events are
 * sent without waiting for each other, so that a busy machine does not interrupt a burst.
 */
export async function scanWithWedge(page: Page, codes: readonly string[]): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const startedAt = Date.now() / 1000
  const strokes = codes.flatMap(toKeystrokes)
  await Promise.all(
    strokes.flatMap(({ text, ...key }, index) => {
      const timestamp = startedAt + (index + 1) * GAP_SECONDS
      return [
        browser.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, text, timestamp }),
        browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, timestamp: timestamp + 0.005 }),
      ]
    }),
  )
  await browser.detach()
}
