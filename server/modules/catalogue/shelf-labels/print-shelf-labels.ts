import type { Readable } from 'node:stream'
import { MAX_LABELS, type shelfLabels } from '#contract/catalogue/shelf-labels.ts'
import type { Input } from '#contract/endpoint.ts'
import type { LanguageCode } from '#contract/values.ts'
import { MAX_LABEL_DAYS_AHEAD } from '#domain/catalogue/printed-shelf-label.ts'
import type { LabelSheet } from '#domain/catalogue/shelf-label-sheet.ts'
import { drawLabel, type ShelfLabel } from '#domain/catalogue/shelf-label.ts'
import type { MeasureWidth } from '#domain/format/fit-text.ts'
import { shopDate } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { findProductIds } from '#server/modules/catalogue/admin-products/list-products.ts'
import type { Context } from '#server/platform/context.ts'
import { printableText } from '#server/platform/files/pdf-fonts.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { reachMilestone } from '#server/platform/settings/milestones.ts'
import { findPriced, toLabel, toPrinted } from './find-labels.ts'
import { printLabels } from './print-labels.ts'
import { removePrintedLabels, savePrintedLabels } from './printed-label-rows.ts'

type PrintShelfLabelsInput = {
  query: Input<typeof shelfLabels.pdf, 'query'>
  language: LanguageCode
  userId: number
}

/** Labels of the chosen products, or of all that the list's query matches, as a PDF; stores their content. */
export async function printShelfLabels(context: Context, { query, language, userId }: PrintShelfLabelsInput) {
  const { db, config, now } = context
  const {
    ids: chosenIds,
    format,
    copies = 1,
    start = 1,
    code = 'unit',
    day: requestedDay,
    remember_until: until,
    ...listed
  } = query
  const at = now()
  const today = shopDate(at)
  const day = requestedDay !== undefined && requestedDay > today ? requestedDay : today
  if (day > plusDays(today, MAX_LABEL_DAYS_AHEAD))
    return refuse('form.invalid', { problems: [{ field: 'day', problem: 'tooLate' }] })
  const ids = chosenIds ?? (await findListed(db, { ...listed, language, day: today }))
  const count = ids.length * copies
  if (count > MAX_LABELS) return refuse('list.tooLong', { count, max: MAX_LABELS })
  const style = { language, code, money: { locale: config.locale, currency: config.currency }, day }
  const found = await findPriced(db, ids, style)
  if (found.length === 0) return refuse('notFound')
  const labels = found.map(each => {
    const label = toPrintable(toLabel(each, style))
    return (sheet: LabelSheet, measure: MeasureWidth) => drawLabel(label, sheet, measure)
  })
  const bytes = await printLabels({ format, labels, copies, start, language, at })
  // A link that was opened again: the labels on the shelf are those of its first opening.
  if (until !== undefined && at >= new Date(until)) return toFile(bytes)
  const printed = found.map(each => toPrinted(each, style, at))
  await savePrintedLabels(db, printed, today)
  await reachMilestone({ db, now }, 'labelsPrinted')
  // What it writes is replaced by the next printing, so the audit log has no entry of it.
  context.log.info({ labels: count, day, userId }, 'an admin printed shelf labels')
  return toFile(bytes)
}

const toPrintable = (label: ShelfLabel): ShelfLabel => ({
  ...label,
  name: printableText(label.name),
  price: printableText(label.price),
  per: printableText(label.per),
  notes: label.notes.map(printableText),
  ...(label.campaign && {
    campaign: { until: printableText(label.campaign.until), facts: label.campaign.facts.map(printableText) },
  }),
})

const toFile = (bytes: Readable) => ({ name: 'shelf-labels', format: 'pdf' as const, bytes })

/** The listed products; of an emptied list of labels to print, the last printed, for reloads of its PDF. */
async function findListed(db: Db, query: Parameters<typeof findProductIds>[1]): Promise<number[]> {
  const ids = await findProductIds(db, query)
  return ids.length > 0 || !query.shelf_label ? ids : findProductIds(db, { ...query, shelf_label: 'printedLast' })
}

type ForgetShelfLabelsInput = {
  query: Input<typeof shelfLabels.markUnprinted, 'query'>
  body: Input<typeof shelfLabels.markUnprinted, 'body'>
  language: LanguageCode
  userId: number
}

/** Removes the records of the printed labels of the chosen products, or of all that the list's query matches. */
export async function forgetShelfLabels(context: Context, { query, body, language, userId }: ForgetShelfLabelsInput) {
  const { db, log, now } = context
  const ids = body.ids ?? (await findProductIds(db, { ...query, language, day: shopDate(now()) }))
  await removePrintedLabels(db, ids)
  log.info({ products: ids.length, userId }, 'an admin removed the records of printed shelf labels')
  return {}
}
