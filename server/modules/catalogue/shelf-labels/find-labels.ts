import type { LanguageCode } from '#contract/values.ts'
import type { ShelfLabel } from '#domain/catalogue/shelf-label.ts'
import { getUnitPrice } from '#domain/catalogue/unit-price.ts'
import { type MoneyFormat, formatCents } from '#domain/money.ts'
import { withVersion, nameIn } from '#server/modules/catalogue/admin-products/match-products.ts'
import { priceOfDay, PRICE_OF_DAY } from '#server/modules/catalogue/products/price-of-day.ts'
import { type PriceReduction, findReductions, reductionParts } from '#server/modules/catalogue/products/reductions.ts'
import { sortByIds } from '#server/platform/db/lists/find-page.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { unitIn } from '#server/texts/unit-labels.ts'
import type { PrintedLabel } from './printed-label-rows.ts'

type LabelTexts = { deposit: (euros: string) => string; inCase: (count: number) => string }

const LABEL_TEXTS: Record<LanguageCode, LabelTexts> = {
  en: { deposit: euros => `incl. deposit ${euros}`, inCase: count => `case of ${count}` },
  fi: { deposit: euros => `sis. pantin ${euros}`, inCase: count => `laatikossa ${count}` },
  sv: { deposit: euros => `inkl. pant ${euros}`, inCase: count => `${count} i kartongen` },
}

/** The words on a shelf label. */
const shelfLabelTexts = (language: LanguageCode): LabelTexts => LABEL_TEXTS[language]

/** The style of labels: unit or case code, language and money format; and the day whose prices they show. */
type LabelStyle = { language: LanguageCode; code: 'unit' | 'case'; money: MoneyFormat; day: string }

const findRows = (db: Db, ids: readonly number[], { language, day }: LabelStyle) =>
  withVersion(db.selectFrom('product'))
    .innerJoinLateral(priceOfDay('version', day), join => join.onTrue())
    .select(['product.id', 'product.product_code_type', 'product.product_code', 'product.ean13', 'product.ean_case'])
    .select(['product.further_codes', 'product.units_per_case', 'product.content_thousandths', 'product.content_unit'])
    .select([
      'product.perishable',
      'version.deposit_cents',
      'version.unit',
      nameIn(language).as('name'),
      ...PRICE_OF_DAY,
    ])
    .where('product.id', '=', anyId(ids))
    .execute()

type LabelRow = Awaited<ReturnType<typeof findRows>>[number]

type PricedRow = { row: LabelRow; reduction: PriceReduction | undefined }

/** Some products with what their labels announce, in the order of the ids. Skips products that do not exist. */
export async function findPriced(db: Db, ids: readonly number[], style: LabelStyle): Promise<PricedRow[]> {
  const rows = await findRows(db, ids, style)
  const reductions = await findReductions(db, rows)
  return sortByIds(ids, rows, ({ id }) => id).map(row => ({ row, reduction: reductions.get(row.id) }))
}

export const toPrinted = (
  { row, reduction }: PricedRow,
  { language, code, day }: LabelStyle,
  at: Date,
): PrintedLabel => ({
  product_id: row.id,
  day,
  printed_at: at,
  language,
  packaging_level: code,
  code: getLabelCode(row, { code }),
  name: row.name,
  price_cents: row.cents,
  deposit_cents: row.deposit_cents,
  unit: row.unit,
  content_thousandths: row.content_thousandths,
  content_unit: row.content_unit,
  units_per_case: row.units_per_case,
  campaign_until: row.plan_id === null ? null : row.until_day,
  regular_cents: row.regular_cents,
  perishable: row.perishable,
  lowest_cents: reduction?.lowestCents ?? null,
})

/** Each piece has a label of its own: the shelf label shows only name and price. */
const isEncoded = (row: LabelRow) => row.product_code_type.startsWith('bulk_encoded_')

export function toLabel({ row, reduction }: PricedRow, style: LabelStyle): ShelfLabel {
  const [unitPrice, others] = [unitPriceNotes(row, style), otherNotes(row, style)]
  const per = `/${unitIn(style.language, row.unit)}`
  return {
    name: row.name,
    price: formatCents(row.cents, style.money),
    per,
    code: getLabelCode(row, style),
    ...(reduction
      ? {
          notes: unitPrice,
          campaign: toCampaign(reduction, { others, style, per: row.product_code_type === 'standard' ? '' : per }),
        }
      : { notes: [...unitPrice, ...others] }),
  }
}

type LabelExtras = { others: string[]; per: string; style: LabelStyle }

function toCampaign(reduction: PriceReduction, { others, per, style: { language, money } }: LabelExtras) {
  const { until, prices } = reductionParts(reduction, { language, price: cents => formatCents(cents, money) + per })
  return { until, facts: [...prices, ...others] }
}

const getLabelCode = (row: LabelRow, { code }: Pick<LabelStyle, 'code'>): string | null =>
  code === 'case'
    ? row.ean_case
    : isEncoded(row)
      ? null
      : (row.ean13 ?? row.product_code ?? row.further_codes?.[0] ?? null)

function unitPriceNotes(row: LabelRow, { money }: LabelStyle): string[] {
  const perContent = getUnitPrice({
    priceCents: row.cents,
    depositCents: row.deposit_cents,
    unit: row.unit,
    contentThousandths: row.content_thousandths,
    contentUnit: row.content_unit,
  })
  // The price of goods sold by the kilogram already contains the unit.
  const isTold = perContent && perContent.unit !== row.unit
  return isTold ? [`${formatCents(perContent.cents, money)}/${perContent.unit}`] : []
}

function otherNotes(row: LabelRow, { money, language, code }: LabelStyle): string[] {
  const texts = shelfLabelTexts(language)
  return [
    ...(row.deposit_cents > 0 ? [texts.deposit(formatCents(row.deposit_cents, money))] : []),
    ...(code === 'case' && row.ean_case !== null && row.units_per_case !== null
      ? [texts.inCase(row.units_per_case)]
      : []),
  ]
}
