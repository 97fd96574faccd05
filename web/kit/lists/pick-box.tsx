import Checkbox from '@mui/material/Checkbox'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { ListSource } from './list-types.ts'
import type { Picking } from './use-selection.ts'

type PickBoxProps<Row> = {
  row: Row
  source: ListSource<Row>
  picking: Picking
  /** Negative where it may reach over the edge of its card or row. */
  margin?: number
}

/** Selects one row; it lies above the row's link. */
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
