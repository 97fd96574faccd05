import type { Chances } from '#test/faults/chances.ts'
import type { World } from './world.ts'

const MOMENT_MS = 10_000

/** Causes the faults that happen in stores, one at a time, until the world becomes quiet. */
export function unleash(world: World, chances: Chances): void {
  const { climate, agenda } = world
  const some = () => chances.pick(world.servers)
  const acts = {
    serverDies: () => some().die(),
    serverSleeps: () =>
      some().process.sleep(chances.isTrue(0.8) ? chances.between(500, 30_000) : chances.between(30_000, 300_000)),
    serverCloses: () => some().close(),
    databaseAway: () => crashDatabase(world, chances),
    powerCut: () => cutPower(world, chances),
    adminCancels: () =>
      world.database.request(world.repository.cancel(chances.pick(world.userIds), 'admin'), () => undefined),
    orderDies: () => loseOrder(world, chances),
  }
  const moment = () => {
    if (world.isQuiet) return
    if (!world.someServer()) world.darkTimes.push(agenda.now)
    for (const [what, act] of Object.entries(acts)) {
      // The acts have the names of their chances.
      if (chances.isTrue(climate[what as keyof typeof acts]))
        agenda.after(chances.between(0, MOMENT_MS), () => world.isQuiet || act())
    }
    for (const server of world.servers) {
      if (server.process.isDown && chances.isTrue(climate.serverReturns))
        agenda.after(chances.between(0, 20_000), () => server.start())
    }
    agenda.after(MOMENT_MS, moment)
  }
  moment()
}

function loseOrder(world: World, chances: Chances): void {
  const pending = [...world.repository.rows.orders.values()].filter(({ status }) => status === 'payment_pending')
  if (pending.length === 0) return
  const { id } = chances.pick(pending)
  world.log(() => `order ${id} dies`)
  world.lostOrders.add(id)
  world.database.request(world.repository.loseOrder(id), () => undefined)
}

function crashDatabase(world: World, chances: Chances): void {
  world.log(() => 'the database dies')
  world.database.crash()
  world.agenda.after(chances.between(500, 20_000), () => world.database.restart())
}

function cutPower(world: World, chances: Chances): void {
  const terminal = chances.pick(world.terminals)
  if (!terminal.isPowered) return
  world.log(() => `terminal ${terminal.id} loses its power`)
  terminal.cutPower()
  const downMs = chances.isTrue(0.6) ? chances.between(1000, 60_000) : chances.between(60_000, 1_500_000)
  world.agenda.after(downMs, () => terminal.restorePower())
}
