import { setTimeout as sleep } from 'node:timers/promises'
import { Notebook } from '../faults/actors/notebook.ts'
import type { Chances } from '../faults/chances.ts'
import type { World } from '../faults/world/open-world.ts'
import { Samples } from './samples.ts'
import { visit, type Shop, type Shopper } from './shopper.ts'

export type Crowd = {
  shop: Shop
  /** Lets this many shoppers per second arrive for this long; their measurements go into the returned samples. */
  come(perSecond: number, seconds: number): Promise<Samples>
  /** Waits until everyone has left; their measurements meanwhile belong to no stretch, and go into the returned samples. */
  leave(): Promise<Samples>
}

/**
 * Shoppers arrive independently of how long others wait: the times are drawn in advance (Poisson), so that a slow shop does not
 * delay later arrivals.
 */
export function openCrowd(world: World): Crowd {
  const { front, stocked, chances, promised } = world
  const shop: Shop = {
    origin: front.origin,
    products: stocked.products,
    notebook: new Notebook(promised),
    presses: [],
    samples: new Samples(),
    openPays: 0,
  }
  const atHome: Shopper[] = stocked.shoppers.map((who, number) => ({
    who,
    chances: chances.fork(`shopper ${number}`),
    etags: {},
  }))
  const visits = new Set<Promise<void>>()
  const arrivals = chances.fork('arrivals')

  function comeIn(): void {
    const shopper = pickShopper(atHome, arrivals)
    if (!shopper) return shop.samples.countError('nobody was at home to come')
    shop.samples.arrived++
    const visited = visit(shop, shopper).finally(() => {
      visits.delete(visited)
      atHome.push(shopper)
    })
    visits.add(visited)
  }

  return {
    shop,
    async come(perSecond, seconds) {
      const samples = new Samples()
      shop.samples = samples
      const end = performance.now() + seconds * 1000
      for (let due = performance.now() + gapMs(perSecond, arrivals); due < end; due += gapMs(perSecond, arrivals)) {
        await until(due)
        samples.late.push(performance.now() - due)
        comeIn()
      }
      await until(end)
      return samples
    },
    async leave() {
      const samples = new Samples()
      shop.samples = samples
      while (visits.size > 0) await Promise.all(visits)
      return samples
    },
  }
}

/** The time between two independent arrivals. */
const gapMs = (perSecond: number, chances: Chances): number => (-Math.log(1 - chances.next()) * 1000) / perSecond

async function until(due: number): Promise<void> {
  const waitMs = due - performance.now()
  if (waitMs > 0) await sleep(waitMs)
}

function pickShopper(atHome: Shopper[], chances: Chances): Shopper | undefined {
  const place = chances.below(atHome.length)
  const [shopper, last] = [atHome[place], atHome.pop()]
  if (shopper && last && shopper !== last) atHome[place] = last
  return shopper
}
