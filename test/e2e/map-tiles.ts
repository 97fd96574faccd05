import type { BrowserContext } from '@playwright/test'

// One clear pixel.
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The map's pictures without the world: they come, or they don't. */
export async function giveTiles(context: BrowserContext, areThere: () => boolean): Promise<URL[]> {
  const asked: URL[] = []
  await context.route(/^https:\/\/tile\.openstreetmap\.org\//, route => {
    asked.push(new URL(route.request().url()))
    return areThere() ? route.fulfill({ contentType: 'image/png', body: TILE }) : route.abort()
  })
  return asked
}
