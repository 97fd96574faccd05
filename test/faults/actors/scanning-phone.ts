import type { Product } from '#contract/catalogue/products.ts'
import { judgeLot, type JudgedProduct } from '#domain/catalogue/markdown.ts'
import { isoDate } from '#domain/format/date-format.ts'
import { centsFromEuros } from '#domain/money.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { toLotFields } from '#test/rows/lot-fields.ts'
import type { Chances } from '../chances.ts'
import type { ScanFact } from '../checker/facts.ts'
import type { DatedProduct } from '../world/dated-goods.ts'
import type { Answer } from './call.ts'

/** The share of baskets with dated goods. */
const DATED_SHARE = 0.4

/** A package in a basket: what the phone displayed, and what it orders. */
type ScannedPackage = { scan: Omit<ScanFact, 'order_id'>; item: object }
type PhoneOptions = { products: readonly DatedProduct[]; chances: Chances; load: () => Promise<Answer | undefined> }

/** Scans packages and judges them as the app does, by a list of products that may be older than a recall. */
export class ScanningPhone {
  readonly #options: PhoneOptions
  #list: Map<number, JudgedProduct> | undefined

  constructor(options: PhoneOptions) {
    this.#options = options
  }

  /** The server refused something: the app loads the list again. */
  forget(): void {
    this.#list = undefined
  }

  /** Packages for a basket. Some are ordered although the phone refuses them: its program may be another. */
  async scan(): Promise<ScannedPackage[]> {
    const { products, chances } = this.#options
    if (products.length === 0 || !chances.isTrue(DATED_SHARE)) return []
    this.#list ??= await this.#load()
    return products.filter(() => chances.isTrue(0.5)).flatMap(product => this.#scanOne(product))
  }

  #scanOne({ id, packages }: DatedProduct): ScannedPackage[] {
    const { chances } = this.#options
    const product = this.#list?.get(id)
    const lot = chances.pick(packages)
    if (!product) return []
    const on = isoDate(new Date(), SHOP_TIME_ZONE)
    const judged = judgeLot(product, lot, on)
    if (judged.kind !== 'sold' && chances.isTrue(0.7)) return []
    const cents = judged.kind === 'sold' ? judged.priceCents : product.priceCents
    const item = { product_id: id, quantity: 1 + chances.below(2), ...toLotFields(lot) }
    return [{ scan: { product_id: id, lot: lot.lot ?? null, on, cents }, item }]
  }

  async #load(): Promise<Map<number, JudgedProduct> | undefined> {
    const answer = await this.#options.load()
    if (answer?.status !== 200) return undefined
    // The contract defines the body of a 200.
    return new Map((answer.body as Product[]).map(product => [product.id, toJudged(product)]))
  }
}

const toJudged = ({ price, deposit, markdown, recalled_lots: recalledLots }: Product): JudgedProduct => ({
  priceCents: centsFromEuros(price) ?? 0,
  depositCents: centsFromEuros(deposit) ?? 0,
  markdown,
  recalledLots,
})
