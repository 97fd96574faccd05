import { centsFromEuros, formatCents, type MoneyFormat } from '#domain/money.ts'

let format: MoneyFormat = {}

/** Takes the configured locale and currency from the page: `fi-FI EUR`. A page without them keeps to Finnish euros. */
export function readMoneyFormat(page: Document): void {
  const told = page.querySelector<HTMLMetaElement>('meta[name="puoti-money"]')?.content ?? ''
  const [, locale, currency] = /^(\S+) ([A-Z]{3})$/.exec(told) ?? []
  if (locale !== undefined && currency !== undefined) format = { locale, currency }
}

/** An amount in cents as the shop writes money. */
export const formatMoney = (cents: number): string => formatCents(cents, format)

/** The same of the euros of an answer. */
export const eurosText = (euros: number): string => formatMoney(centsFromEuros(euros) ?? 0)
