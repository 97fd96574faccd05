import type { Readable } from 'node:stream'
import type { LanguageCode } from '#contract/values.ts'
import { costCents } from '#domain/catalogue/purchase-price.ts'
import { dayText } from '#domain/format/day-text.ts'
import { joinFilled } from '#domain/format/join-filled.ts'
import { formatPhone } from '#domain/format/phone-format.ts'
import { formatCents } from '#domain/money.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import type { Context } from '#server/platform/context.ts'
import { type EmailPart, renderEmail } from '#server/platform/email/email-template.ts'
import { openPdf, type PdfCell, type PdfWriter, TEXT_WIDTH } from '#server/platform/files/pdf.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { createTranslate, type Translate } from '#server/texts/text.ts'
import { quantityIn } from '#server/texts/unit-labels.ts'
import { findGoods, findLines } from './queries.ts'

/**
 * The data for a purchase order's email and PDF; undefined if there is no such order. `language` applies to drafts of suppliers
 * without a language of their own; a sent order keeps the one it was sent in.
 */
export async function findPurchaseOrderDocument(db: Db, { id, language }: { id: number; language: LanguageCode }) {
  const order = await db
    .selectFrom('purchase_order as bought')
    .innerJoin('supplier', 'supplier.id', 'bought.supplier_id')
    .innerJoin('store', 'store.id', 'bought.store_id')
    .select([
      'bought.id',
      'bought.supplier_id',
      'bought.note',
      'bought.language',
      'bought.sent_at',
      'bought.created_at',
    ])
    .select(['supplier.name as supplier', 'supplier.language as own', 'store.name as store', 'store.address'])
    .where('bought.id', '=', id)
    .executeTakeFirst()
  if (!order) return undefined
  const inLanguage = order.language ?? order.own ?? language
  const rows = (await findLines(db, id)).filter(line => line.ordered_thousandths > 0)
  const productIds = rows.map(({ product_id }) => product_id)
  const goods = await findGoods(db, { supplierId: order.supplier_id, productIds, language: inLanguage })
  const operator = await db
    .selectFrom('operator')
    .select(['name', 'business_id', 'address', 'email', 'phone'])
    .executeTakeFirstOrThrow()
  const lines = rows.map(row => {
    const now = goods.get(row.product_id)
    // A sent line keeps the texts as they were sent.
    const text = row.name === null ? now : { name: row.name, unit: row.unit ?? '', code: row.code }
    return { ...row, name: text?.name ?? '', unit: text?.unit ?? '', code: text?.code ?? '' }
  })
  return { ...order, language: inLanguage, at: order.sent_at ?? order.created_at, operator, lines }
}
type PurchaseOrderDocument = NonNullable<Awaited<ReturnType<typeof findPurchaseOrderDocument>>>

const orderedQuantity = ({ language }: PurchaseOrderDocument, line: PurchaseOrderDocument['lines'][number]): string =>
  quantityIn(language, line.ordered_thousandths, line.unit)

/** How many packs: `4 × 6`; empty when goods are ordered one by one, or not in whole packs. */
function formatPacks(
  { language }: PurchaseOrderDocument,
  { ordered_thousandths: all, pack_thousandths: pack, unit }: PurchaseOrderDocument['lines'][number],
) {
  return pack === 1000 || all % pack !== 0 ? '' : `${all / pack} × ${quantityIn(language, pack, unit)}`
}

const senderLines = ({ operator }: PurchaseOrderDocument): string[] =>
  [operator.name, operator.business_id, operator.address, operator.email, formatPhone(operator.phone)].filter(
    text => text !== '',
  )

/** The email; replies go to the operator. */
export function purchaseOrderMail(order: PurchaseOrderDocument): Omit<MailMessage, 'to'> {
  const t = createTranslate(order.language)
  const { operator, note } = order
  const parts: EmailPart[] = [
    t('stock.purchaseOrder.greeting'),
    t('stock.purchaseOrder.please', { store: joinFilled([order.store, order.address], ', ') }),
    {
      rows: order.lines.map(line => [line.code, line.name, formatPacks(order, line), orderedQuantity(order, line)]),
      isMoney: true,
    },
    ...(note === '' ? [] : [note]),
    t('stock.purchaseOrder.reply'),
    { lines: senderLines(order) },
  ]
  const subject = `${t('stock.purchaseOrder.title', { id: order.id })}, ${operator.name || order.store}`
  const mail = renderEmail({ language: order.language, subject, parts })
  return { ...mail, ...(operator.email !== '' && { replyTo: operator.email }) }
}

const LABEL_WIDTH = 110
const COLUMN_WIDTHS = { code: 82, packs: 88, quantity: 72, amount: 74 }
const NAME_WIDTH = TEXT_WIDTH - COLUMN_WIDTHS.code - COLUMN_WIDTHS.packs - COLUMN_WIDTHS.quantity - COLUMN_WIDTHS.amount

/** A line of the table: code, product, packs, quantity, amount. */
function toCells(
  [code = '', name = '', packs = '', quantity = '', amount = '']: readonly string[],
  style: Partial<PdfCell> = {},
) {
  const { code: first, packs: third, quantity: fourth, amount: fifth } = COLUMN_WIDTHS
  const right = { isRight: true, ...style }
  return [
    { text: code, x: 0, width: first - 6, ...style },
    { text: name, x: first, width: NAME_WIDTH - 6, ...style },
    { text: packs, x: first + NAME_WIDTH, width: third - 6, ...right },
    { text: quantity, x: first + NAME_WIDTH + third, width: fourth - 6, ...right },
    { text: amount, x: TEXT_WIDTH - fifth, width: fifth, ...right },
  ]
}

/** The title, the supplier, and the order's day, address and sender. */
function writeHeader(paper: PdfWriter, order: PurchaseOrderDocument, t: Translate): void {
  const title = t('stock.purchaseOrder.title', { id: order.id })
  const head = order.sent_at === null ? `${title} (${t('stock.purchaseOrder.draft')})` : title
  paper.row([{ text: head, x: 0, width: TEXT_WIDTH, size: 18, isBold: true }], { as: 'H1' })
  paper.row([{ text: order.supplier, x: 0, width: TEXT_WIDTH, size: 13 }])
  paper.space(8)
  const facts = [
    [t('stock.purchaseOrder.date'), dayText(shopDate(order.at))],
    [t('stock.purchaseOrder.deliverTo'), joinFilled([order.store, order.address], ', ')],
    [t('stock.purchaseOrder.from'), senderLines(order).join(', ')],
  ] as const
  paper.list(
    facts.map(([label, text]) => [
      { text: label, x: 0, width: LABEL_WIDTH - 8, isBold: true },
      { text, x: LABEL_WIDTH, width: TEXT_WIDTH - LABEL_WIDTH },
    ]),
  )
  paper.space(8)
}

export async function printOrder(
  order: PurchaseOrderDocument,
  { config: money }: Pick<Context, 'config'>,
): Promise<Readable> {
  const { language, lines, note } = order
  const t = createTranslate(language)
  const title = t('stock.purchaseOrder.title', { id: order.id })
  const paper = await openPdf({ title: `${title}, ${order.supplier}`, language, at: order.at })
  writeHeader(paper, order, t)
  paper.beginTable(
    toCells(
      [
        t('stock.purchaseOrder.code'),
        t('stock.purchaseOrder.product'),
        t('stock.purchaseOrder.packs'),
        t('stock.purchaseOrder.quantity'),
        t('stock.purchaseOrder.amount'),
      ],
      { size: 8 },
    ),
  )
  const cents = lines.map(({ price_ten_thousandths: price, ordered_thousandths: all }) =>
    price === null ? null : costCents(price, all),
  )
  for (const [index, line] of lines.entries()) {
    const amount = cents[index] ?? null
    paper.row(
      toCells([
        line.code,
        line.name,
        formatPacks(order, line),
        orderedQuantity(order, line),
        amount === null ? '–' : formatCents(amount, money),
      ]),
    )
  }
  paper.line()
  const total = cents.reduce<number>((sum, each) => sum + (each ?? 0), 0)
  if (cents.some(each => each !== null))
    paper.row([
      { text: t('stock.purchaseOrder.total'), x: 0, width: TEXT_WIDTH - COLUMN_WIDTHS.amount - 8, isBold: true },
      {
        text: formatCents(total, money),
        x: TEXT_WIDTH - COLUMN_WIDTHS.amount,
        width: COLUMN_WIDTHS.amount,
        isRight: true,
        isBold: true,
      },
    ])
  paper.endTable()
  paper.space(10)
  if (note !== '') paper.row([{ text: note, x: 0, width: TEXT_WIDTH }])
  paper.row([{ text: t('stock.purchaseOrder.reply'), x: 0, width: TEXT_WIDTH }])
  return paper.end()
}
