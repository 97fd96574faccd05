import { centsFromEuros, formatCents, type MoneyFormat } from '#domain/money.ts'

let format: MoneyFormat = {}

/** Reads the configured locale and currency from the page: `fi-FI EUR`. Without them, Finnish euros are used. */
export function readMoneyFormat(page: Document): void {
  const told = page.querySelector<HTMLMetaElement>('meta[name="puoti-money"]')?.content ?? ''
  const [, locale, currency] = /^(\S+) ([A-Z]{3})$/.exec(told) ?? []
  if (locale !== undefined && currency !== undefined) format = { locale, currency }
}

/** The configured locale and currency. */
export const moneyFormat = (): MoneyFormat => format

/** An amount in cents in the shop's format. */
export const formatMoney = (cents: number): string => formatCents(cents, format)

/** The same for the euros of a response. */
export const eurosText = (euros: number): string => formatMoney(centsFromEuros(euros) ?? 0)
