import type { BrowserContext } from '@playwright/test'

// One transparent pixel.
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Serves the map's tiles locally: they load, or they fail. */
export async function serveTiles(context: BrowserContext, areThere: () => boolean): Promise<URL[]> {
  const tiles: URL[] = []
  await context.route(/^https:\/\/tile\.openstreetmap\.org\//, route => {
    tiles.push(new URL(route.request().url()))
    return areThere() ? route.fulfill({ contentType: 'image/png', body: TILE }) : route.abort()
  })
  return tiles
}
