import { median } from './rounds.ts'
import { startShop } from './running-shop.ts'

const TIMES = 3

export type Starts = { firstMs: number; laterMs: number; afterKillMs: number }

/** On an empty directory: the first start (database created, migrated, seeded), later ones, and those after kill -9. */
export async function benchStarts(dataDir: string): Promise<Starts> {
  const first = await startShop(dataDir)
  await first.stop('SIGTERM')
  const later: number[] = []
  const afterKill: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const shop = await startShop(dataDir)
    later.push(shop.readyAfterMs)
    await shop.stop('SIGKILL')
    const recovered = await startShop(dataDir)
    afterKill.push(recovered.readyAfterMs)
    await recovered.stop('SIGTERM')
  }
  return { firstMs: first.readyAfterMs, laterMs: median(later), afterKillMs: median(afterKill) }
}
