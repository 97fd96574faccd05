import { ENDED_UNPAID, isIn, OPEN_STATES } from '#domain/payments/attempt-states.ts'
import type { Chances } from '#test/faults/chances.ts'
import type { CardTerminal } from './card-terminal.ts'
import type { PhoneApp } from './phone-app.ts'
import { WebPages } from './web-pages.ts'
import type { World } from './world.ts'

/** The shopper at a terminal, who shows a card after a while, cancels, or has gone away; and the bank, which decides refunds. */
export function standAt(terminal: CardTerminal, world: World, chances: Chances): void {
  const { agenda, climate } = world
  terminal.onRefund = refundId => {
    world.log(() => `terminal ${terminal.id} begins ${refundId}`)
    const event = chances.isTrue(climate.refundDeclined) ? 'declined' : 'approved'
    agenda.after(chances.isTrue(0.9) ? chances.between(300, 6000) : chances.between(6000, 100_000), () => {
      world.log(() => `terminal ${terminal.id}: ${refundId} ${event}`)
      terminal.decide(refundId, { event })
    })
  }
  terminal.onShown = ({ serviceId }) => {
    world.log(() => `terminal ${terminal.id} shows ${serviceId}`)
    const happens = (what: 'leftAlone' | 'cancelledThere' | 'declined') => chances.isTrue(climate[what])
    if (happens('leftAlone')) return
    agenda.after(chances.isTrue(0.9) ? chances.between(2000, 40_000) : chances.between(40_000, 140_000), () => {
      if (happens('cancelledThere')) return terminal.decide(serviceId, { event: 'cancelled', by: 'shopper' })
      terminal.requestApproval(serviceId)
      const event = happens('declined') ? 'declined' : 'approved'
      agenda.after(chances.between(100, 5000), () => {
        world.log(() => `terminal ${terminal.id}: ${serviceId} ${event}`)
        terminal.decide(serviceId, { event })
      })
    })
  }
}

/** The app gives up by itself after this time. */
const EXPIRES_MS = 10 * 60_000

/** The shopper with the phone, who approves soon or just before the payment expires, gives up in the app, or never opens it. */
export function operatePhone(app: PhoneApp, world: World, chances: Chances): void {
  const { agenda, climate } = world
  if (app instanceof WebPages) reportPayments(app, world)
  app.refunds = () => !chances.isTrue(climate.refundDeclined)
  app.onShown = ({ serviceId }) => {
    world.log(() => `the app shows ${serviceId}`)
    agenda.after(EXPIRES_MS, () => app.decide(serviceId, { event: 'cancelled', by: 'merchant' }))
    const happens = (what: 'leftAlone' | 'cancelledThere' | 'declined') => chances.isTrue(climate[what])
    if (happens('leftAlone')) return
    agenda.after(chances.isTrue(0.8) ? chances.between(2000, 40_000) : chances.between(40_000, EXPIRES_MS), () => {
      if (happens('cancelledThere')) return app.decide(serviceId, { event: 'cancelled', by: 'shopper' })
      app.confirm(serviceId)
      const event = happens('declined') ? 'declined' : 'approved'
      agenda.after(chances.between(100, 5000), () => {
        world.log(() => `the app: ${serviceId} ${event}`)
        app.decide(serviceId, { event })
      })
    })
  }
}

const UNPAID = [...ENDED_UNPAID, 'NOT_PROCESSED'] as const
const REPORT_AGAIN_MS = 10_000

/** The vendor reports a payment until a server accepts that, which is once its outcome is written. */
function reportPayments(pages: WebPages, world: World): void {
  const report = (serviceId: string) => {
    const attempts = [...world.repository.rows.attempts.values()]
    const state = attempts.find(attempt => attempt.serviceId === serviceId)?.state
    const isOpen = state === undefined || isIn([...OPEN_STATES, 'UNRESOLVED'], state)
    if (isOpen || !world.someServer()) return world.agenda.after(REPORT_AGAIN_MS, () => report(serviceId))
    pages.endReport(serviceId, isIn(UNPAID, state))
  }
  pages.onPaid = serviceId => world.agenda.after(1000, () => report(serviceId))
}
