import { openWorld, type World, type WorldOptions, type WorldParts } from '../world/open-world.ts'

/** What drills are told alike. */
export const SEED_OPTION = { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) } as const
export const SHOPPERS_OPTION = { type: 'string', default: '60' } as const

/** So many people with enough terminals between them, who take their time. */
export function crowdOf(shoppers: number) {
  const terminalsPerStore = 3
  const stores = Math.ceil(shoppers / terminalsPerStore)
  return { terminal: 'jsonpos', shoppers, stores, terminalsPerStore, thinkMs: 300, quiescenceMs: 5000 } as const
}

type Drill = {
  scene: WorldOptions
  parts?: WorldParts
  /** Says whether all was as it must be. */
  play: (world: World) => Promise<boolean>
}

/** Opens a world, plays in it and closes it; what it wrote is kept unless all was as it must be. Gives what `play` says. */
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
