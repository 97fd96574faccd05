import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { MAX_LABELS } from '#contract/catalogue/shelf-labels.ts'
import type { Input } from '#contract/endpoint.ts'
import type { ReducedLot, reducedLots } from '#contract/stock/reduced-lots.ts'
import type { LanguageCode } from '#contract/values.ts'
import { type CodeSquares, countRedLabels, drawRedLabel, lotLink, type RedLabel } from '#domain/catalogue/red-label.ts'
import type { LabelSheet } from '#domain/catalogue/shelf-label-sheet.ts'
import { dayText } from '#domain/format/day-text.ts'
import type { MeasureWidth } from '#domain/format/fit-text.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { formatCents } from '#domain/money.ts'
import { printLabels } from '#server/modules/catalogue/shelf-labels/print-labels.ts'
import type { Context } from '#server/platform/context.ts'
import { sortByIds } from '#server/platform/db/lists/find-page.ts'
import { printableText } from '#server/platform/files/pdf-fonts.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { unitIn } from '#server/texts/unit-labels.ts'
import { findReducedLots } from './find-reduced-lots.ts'

type LabelTexts = { [Word in 'before' | 'bestBefore' | 'useBy' | 'lot']: (value: string) => string } & { scan: string }

const LABEL_TEXTS: Record<LanguageCode, LabelTexts> = {
  en: {
    before: price => `Before ${price}`,
    bestBefore: day => `Best before ${day}`,
    useBy: day => `Use by ${day}`,
    lot: lot => `Lot ${lot}`,
    scan: 'Scan this code',
  },
  fi: {
    before: price => `Ennen ${price}`,
    bestBefore: day => `Parasta ennen ${day}`,
    useBy: day => `Viimeinen käyttöpäivä ${day}`,
    lot: lot => `Erä ${lot}`,
    scan: 'Skannaa tämä koodi',
  },
  sv: {
    before: price => `Förut ${price}`,
    bestBefore: day => `Bäst före ${day}`,
    useBy: day => `Sista förbrukningsdag ${day}`,
    lot: lot => `Parti ${lot}`,
    scan: 'Skanna den här koden',
  },
}

type PrintRedLabelsInput = {
  storeId: number
  query: Input<typeof reducedLots.pdf, 'query'>
  language: LanguageCode
}

type PrintedLot = ReducedLot & { gtin: string }

/** Red labels of the chosen lots at today's prices, as a PDF. What isn't reduced any more has none. */
export async function printRedLabels(context: Context, { storeId, query, language }: PrintRedLabelsInput) {
  const { db, config, now } = context
  const { lot_ids: ids, format, copies = 'package', start = 1 } = query
  const at = now()
  const found = await findReducedLots(db, { storeId, language, now: at })
  const lots = sortByIds(ids, found?.items ?? [], ({ id }) => id).flatMap(({ gtin, ...lot }): PrintedLot[] =>
    gtin === undefined ? [] : [{ ...lot, gtin }],
  )
  if (lots.length === 0) return refuse('notFound')
  const count = lots.reduce((sum, lot) => sum + countRedLabels(lot, copies), 0)
  if (count > MAX_LABELS) return refuse('list.tooLong', { count, max: MAX_LABELS })
  const labels = await Promise.all(
    lots.map(async lot => {
      const label = await toRedLabel(lot, { language, origin: context.origin(), money: config })
      return { lot, draw: (sheet: LabelSheet, measure: MeasureWidth) => drawRedLabel(label, sheet, measure) }
    }),
  )
  const drawn = labels.flatMap(({ lot, draw }) => Array.from({ length: countRedLabels(lot, copies) }, () => draw))
  const bytes = await printLabels({ format, labels: drawn, copies: 1, start, language, at })
  return { name: 'red-labels', format: 'pdf' as const, bytes }
}

type LabelStyle = { language: LanguageCode; origin: string; money: Pick<Context['config'], 'locale' | 'currency'> }

async function toRedLabel(lot: PrintedLot, { language, origin, money }: LabelStyle): Promise<RedLabel> {
  const texts = LABEL_TEXTS[language]
  const { lot: number, best_before: bestBefore, use_by: useBy, percent, unit } = lot
  const packageLot = {
    ...(number !== null && { lot: number }),
    ...(useBy !== null && { useBy }),
    ...(bestBefore !== null && { bestBefore }),
  }
  const price = (euros: number) => formatCents(Math.round(euros * 100), money)
  const date = useBy === null ? texts.bestBefore(dayText(bestBefore ?? '')) : texts.useBy(dayText(useBy))
  return {
    name: printableText(lot.name),
    price: printableText(price(lot.reduced_price)),
    per: unit === 'kg' || unit === 'l' ? `/${unitIn(language, unit)}` : '',
    percent: printableText(`−${percentText(percent)}`),
    date: printableText(date),
    notes: [texts.before(price(lot.price)), ...(number === null ? [] : [texts.lot(number)]), texts.scan].map(
      printableText,
    ),
    code: await drawQr(lotLink(origin, lot.gtin, packageLot)),
  }
}

/** Loaded on first use: a server that prints no such codes needs no memory for it. */
async function loadWriter() {
  const { prepareZXingModule, writeBarcode } = await import('zxing-wasm/writer')
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
  return writeBarcode
}

let writer: ReturnType<typeof loadWriter> | undefined

/** The squares of a QR code, without the white around it. Its level of correction bears a scratch. */
async function drawQr(text: string): Promise<CodeSquares> {
  writer ??= loadWriter()
  const write = await writer
  const { symbol, error } = await write(text, { format: 'QRCode', options: 'ecLevel=M' })
  if (error !== '') throw new Error(`No QR code: ${error}`)
  return { size: symbol.width, squares: Array.from(symbol.data, shade => shade === 0) }
}
