import { openWorld, type World, type WorldOptions, type WorldParts } from '../world/open-world.ts'

/** Options that drills share. */
export const SEED_OPTION = { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) } as const
export const SHOPPERS_OPTION = { type: 'string', default: '60' } as const

/** A number of patient shoppers with enough terminals for them. */
export function getCrowd(shoppers: number) {
  const terminalsPerStore = 3
  const stores = Math.ceil(shoppers / terminalsPerStore)
  return { terminal: 'jsonpos', shoppers, stores, terminalsPerStore, thinkMs: 300, inFlightMs: 5000 } as const
}

type Drill = {
  scene: WorldOptions
  parts?: WorldParts
  /** Returns whether the drill passed. */
  play: (world: World) => Promise<boolean>
}

/** Opens a world, runs the drill in it and closes it; keeps its files unless the drill passed. Returns the result of `play`. */
export async function runDrill({ scene, parts = {}, play }: Drill): Promise<boolean> {
  const world = await openWorld(scene, parts)
  let isClean = false
  try {
    isClean = await play(world)
  } finally {
    await world.close({ files: !isClean })
  }
  return isClean
}
