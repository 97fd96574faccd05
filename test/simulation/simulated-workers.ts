import { REFUND_QUEUE_LIMIT_MS } from '#domain/payments/payment-timeouts.ts'
import { newRefundMachine } from '#domain/payments/refund-machine.ts'
import type { Attempt } from '#server/modules/payments/order-payments/attempts.ts'
import { firstEvent, createMachine } from '#server/modules/payments/order-payments/payment-worker.ts'
import type { Refund } from '#server/modules/payments/refunds/refund-rows.ts'
import { APP_CANCEL_AFTER_MS, appCalls } from './simulated-app-calls.ts'
import { SimulatedDrive } from './simulated-drive.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import { SimulatedWorker, type Lead, type Transact } from './simulated-worker.ts'
import type { World } from './world.ts'

type Server = { process: SimulatedProcess; transact: Transact }

/** The PaymentWorker of server/modules/payments/order-payments/payment-worker.ts. */
export function createPaymentWorker(world: World, { process, transact }: Server) {
  const { repository, wire } = world
  const drive = (row: Attempt, { source, sendBefore }: Lead) => {
    const { payment } = row
    const isInApp = payment.terminalId === world.appId
    const driven = new SimulatedDrive(world, {
      name: 'attempt',
      row,
      source,
      process,
      machine: createMachine(row, {
        terminal: { inFlightMs: world.inFlightMs, ...(isInApp && { cancelAfterMs: APP_CANCEL_AFTER_MS }) },
        sendBefore,
      }),
      transition: world.advance,
      calls: isInApp
        ? appCalls(world, process, payment)
        : {
            start: dispatch => wire.start(payment, dispatch),
            status: dispatch => wire.status(payment, dispatch),
            cancel: done => wire.cancel(payment, done),
          },
      repository,
    })
    return { drive: driven, first: firstEvent(row, sendBefore) }
  }
  return new SimulatedWorker({ process, transact, repository, drive, recovers: world.recovers })
}

/** The RefundWorker of server/modules/payments/refunds/refund-worker.ts. */
export function createRefundWorker(world: World, { process, transact }: Server) {
  const { refunds: repository, wire, agenda } = world
  const drive = (row: Refund, { source }: Lead) => {
    const { payment, request, state, sentAt } = row
    const driven = new SimulatedDrive(world, {
      name: 'refund',
      row,
      source,
      process,
      machine: newRefundMachine({
        state,
        amountCents: request.amountCents,
        sentAt: sentAt?.getTime() ?? null,
        deadlineAt: agenda.now + process.skewMs + REFUND_QUEUE_LIMIT_MS,
        inFlightMs: world.refundInFlightMs,
        cancelRequestedAt: null,
      }),
      transition: world.advanceRefund,
      calls: {
        start: dispatch => wire.refund(payment, request, dispatch),
        status: dispatch => wire.refundStatus(payment, request, dispatch),
      },
      repository,
    })
    return { drive: driven, first: { kind: 'begun' } as const }
  }
  const beginDue = (owner: string) => (repository.hasDue() ? repository.beginReversals(owner) : undefined)
  return new SimulatedWorker({ process, transact, repository, drive, recovers: world.recoversRefunds, beginDue })
}

export type PaymentWorker = ReturnType<typeof createPaymentWorker>
export type RefundWorker = ReturnType<typeof createRefundWorker>
