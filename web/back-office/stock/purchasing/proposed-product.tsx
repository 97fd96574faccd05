import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ProposedLine, ReorderProposal } from '#contract/stock/purchase-orders.ts'
import { formatUnitQuantity } from '#web/back-office/kit/quantity-labels.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { PacksList, quantityIn, type TypedPacks } from './packs-list.tsx'

export type ProposedProps = {
  proposal: ReorderProposal
  typed: TypedPacks
  onType: (productId: number, text: string) => void
}

/** Whether there is neither stock nor an open order, nor sales to calculate a quantity from. */
const isUndecided = ({ needed_packs: packs, stock, on_order: onOrder, sold }: ProposedLine): boolean =>
  packs === 0 && stock <= 0 && onOrder === 0 && sold === 0

/** The products of a proposal: those to order first, then those that the shopkeeper has to decide on. */
export function Proposed({ proposal: { lines }, typed, onType }: ProposedProps) {
  const { t } = useTranslation()
  if (lines.length === 0) return <Panel>{t('purchasing.noGoods')}</Panel>
  const undecided = lines.filter(isUndecided)
  const nothing =
    undecided.length > 0 ? t('purchasing.nothingBut', { count: undecided.length }) : t('purchasing.nothing')
  const groups = [
    { title: t('purchasing.toOrder'), some: lines.filter(({ needed_packs: packs }) => packs > 0), isFirst: true },
    { title: t('purchasing.undecided'), some: undecided, isFirst: false },
    {
      title: t('purchasing.enough'),
      some: lines.filter(line => line.needed_packs === 0 && !isUndecided(line)),
      isFirst: false,
    },
  ]
  return groups.map(({ title, some, isFirst }) =>
    some.length === 0 && !isFirst ? null : (
      <Panel key={title} component="section" aria-label={title}>
        <Typography variant="h2">{title}</Typography>
        {some.length === 0 && <Box sx={{ mt: 1 }}>{nothing}</Box>}
        <PacksList label={title} lines={some} typed={typed} onType={onType} detail={line => reasonText(line, t)} />
      </Panel>
    ),
  )
}

/** The figures that a proposal is made of. */
function reasonText(line: ProposedLine, t: Translate): string {
  const format = (quantity: number) => formatUnitQuantity(quantity, line.unit, t)
  const why = t('purchasing.why', {
    sold: format(line.sold),
    count: line.days,
    stock: format(line.stock),
    ordered: format(line.on_order),
    needed: format(line.needed),
  })
  if (line.sale_days === null || line.packs === line.needed_packs) return why
  const proposed = format(quantityIn(line, line.packs))
  const needed = format(quantityIn(line, line.needed_packs))
  return `${why} ${t('purchasing.expiresUnsold', { proposed, needed, days: line.sale_days })}`
}
