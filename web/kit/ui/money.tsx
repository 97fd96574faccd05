import { centsFromEuros, formatCents, type MoneyFormat } from '#domain/money.ts'
import { joinClasses } from './text.tsx'
import css from './ui.module.css'

let format: MoneyFormat = {}

/** Reads the configured locale and currency from the page: `fi-FI EUR`. Without them, Finnish euros are used. */
export function readMoneyFormat(page: Document): void {
  const content = page.querySelector<HTMLMetaElement>('meta[name="puoti-money"]')?.content ?? ''
  const [, locale, currency] = /^(\S+) ([A-Z]{3})$/.exec(content) ?? []
  if (locale !== undefined && currency !== undefined) format = { locale, currency }
}

/** The configured locale and currency. */
export const moneyFormat = (): MoneyFormat => format

/** An amount in cents in the shop's format. */
export const formatMoney = (cents: number): string => formatCents(cents, format)

/** Converts euros of a response to cents. */
export const toCents = (euros: number): number => centsFromEuros(euros) ?? 0

/** Formats an amount in euros, as the API has it. */
export const eurosText = (euros: number): string => formatMoney(toCents(euros))

type MoneyProps = {
  cents: number
  /** line: bold, in a row. total: the main amount of a screen. plain: like the text around it. */
  size?: 'plain' | 'line' | 'total'
}

/** An amount of money in the shop's format, in figures of one width that never break over two lines. */
export const Money = ({ cents, size = 'plain' }: MoneyProps) => (
  <span className={joinClasses(css.money, size !== 'plain' && css[size])}>{formatMoney(cents)}</span>
)
