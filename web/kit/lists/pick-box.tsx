import Checkbox from '@mui/material/Checkbox'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { ListSource } from './list-types.ts'
import type { Picking } from './use-selection.ts'

interface PickBoxProps<Row> {
  row: Row
  source: ListSource<Row>
  picking: Picking
  /** Of a card, whose edge it may reach. */
  margin?: number
}

/** Picks one row; it lies above the link that the row is. */
export function PickBox<Row>({ row, source, picking, margin }: PickBoxProps<Row>) {
  const { t } = useTranslation()
  return (
    <Checkbox
      checked={picking.has(source.idOf(row))}
      onChange={() => picking.toggle(source.idOf(row))}
      slotProps={{ input: { 'aria-label': t('lists.pick', { name: source.nameOf(row) }) } }}
      sx={{ zIndex: 1, m: margin }}
    />
  )
}
