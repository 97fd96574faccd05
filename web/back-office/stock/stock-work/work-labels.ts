import type { Translate } from '#web/kit/i18n/translate.ts'
import { PATHS } from '#web/kit/paths.ts'

type WorkLabels = {
  title: string
  lead: string
  /** The text of the submit button, with the number of products. */
  send: (count: number) => string
  done: string
  /** The label above the number pad. */
  quantity: string
  /** Frequent reasons. */
  reasons: readonly string[]
}

/** The texts of each kind of work. */
export function workLabels(kind: WorkKind, t: Translate): WorkLabels {
  const words: Record<WorkKind, WorkLabels> = {
    delivery: {
      title: t('stock.delivery'),
      lead: t('stock.deliveryLead'),
      send: count => t('stock.deliverySend', { count }),
      done: t('stock.deliveryDone'),
      quantity: t('stock.deliveryQuantity'),
      reasons: [],
    },
    count: {
      title: t('stock.count'),
      lead: t('stock.countLead'),
      send: count => t('stock.countSend', { count }),
      done: t('stock.countDone'),
      quantity: t('stock.countQuantity'),
      reasons: [],
    },
    waste: {
      title: t('stock.waste'),
      lead: t('stock.wasteLead'),
      send: count => t('stock.wasteSend', { count }),
      done: t('stock.wasteDone'),
      quantity: t('stock.wasteQuantity'),
      reasons: [t('stock.spoiled'), t('stock.outOfDate'), t('stock.broken'), t('stock.ownUse'), t('stock.tasting')],
    },
    correction: {
      title: t('stock.correction'),
      lead: t('stock.correctionLead'),
      send: count => t('stock.correctionSend', { count }),
      done: t('stock.correctionDone'),
      quantity: t('stock.correctionQuantity'),
      reasons: [t('stock.theft'), t('stock.found'), t('stock.miscounted'), t('stock.wrongDelivery'), t('stock.ownUse')],
    },
  }
  return words[kind]
}

export const WORK_KINDS = ['delivery', 'count', 'waste', 'correction'] as const
export type WorkKind = (typeof WORK_KINDS)[number]

export const isWorkKind = (text: string | null): text is WorkKind => WORK_KINDS.some(kind => kind === text)

type WorkScreen = {
  store: number
  /** Delivery, count, waste or correction. */
  work?: WorkKind
  /** A stock take, or `all` of them. */
  take?: number | 'all'
  /** The part of a stock take to show. */
  show?: 'review'
  /** A product's ledger. */
  product?: number
  /** A purchase order, or `all` of them. With `work` the order that is received. */
  order?: number | 'all'
  /** The deliveries: `all`, or one of them is filtered by `delivery_id`. */
  deliveries?: 'all'
  /** What ends when. */
  lots?: 'all'
  /** What to put red labels on today. */
  mark?: 'today'
  /** By how much goods are reduced before their date. */
  markdown?: 'rules'
  /** The supplier of a reorder proposal, or `choose` without one. */
  reorder?: number | 'choose'
}

/** Every screen of the stock has the same path with another query. */
export function stockPath(screen: WorkScreen): string {
  const query = Object.entries(screen).map(([name, value]) => [name, String(value)])
  return `${PATHS.stock}?${new URLSearchParams(query).toString()}`
}
