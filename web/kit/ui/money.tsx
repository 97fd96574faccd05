import { formatMoney } from './money-format.ts'
import { cx } from './text.tsx'
import css from './ui.module.css'

type MoneyProps = {
  cents: number
  // line: bold, in a row. total: the main amount of a screen. plain: like the text around it.
  size?: 'plain' | 'line' | 'total'
}

/** An amount of money in the shop's format, in figures of one width that never break over two lines. */
export const Money = ({ cents, size = 'plain' }: MoneyProps) => (
  <span className={cx(css.money, size !== 'plain' && css[size])}>{formatMoney(cents)}</span>
)
