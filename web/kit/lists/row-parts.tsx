import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import MuiLink from '@mui/material/Link'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import type { ListSource } from './list-types.ts'
import type { RowPicking } from './selection-bar.tsx'

/** A row's name, as a link that covers the whole row. */
export function RowLink({ path, children }: { path: string | undefined; children: ReactNode }) {
  if (path === undefined) return <Box sx={{ fontWeight: 650 }}>{children}</Box>
  return (
    <MuiLink
      component={Link}
      to={path}
      color="inherit"
      underline="none"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        minHeight: 'min(44px, var(--row-height, 44px))',
        // Does not add to the row's height; the whole row is the touch target.
        my: -1,
        minWidth: 44,
        fontWeight: 650,
        '&::after': { content: '""', position: 'absolute', inset: 0 },
      }}
    >
      {children}
    </MuiLink>
  )
}

type PickBoxProps<Row> = {
  row: Row
  source: ListSource<Row>
  picking: RowPicking
  /** The ids of all rows on the page, in their order. */
  page: readonly number[]
  /** Negative where it may reach over the edge of its card or row. */
  margin?: number
}

const hasShift = (event: Event) => event instanceof MouseEvent && event.shiftKey

/** Selects one row, or with Shift all from the last selected one; it lies above the row's link. */
export function PickBox<Row>({ row, source, picking, page, margin }: PickBoxProps<Row>) {
  const { t } = useTranslation()
  return (
    <Checkbox
      checked={picking.has(source.getId(row))}
      // The change of a checkbox is a click, also by the keyboard.
      onChange={({ nativeEvent }) => picking.toggle(source.getId(row), hasShift(nativeEvent) ? page : undefined)}
      // With Shift, a press would select the texts between the rows.
      onMouseDown={event => event.shiftKey && event.preventDefault()}
      slotProps={{ input: { 'aria-label': t('lists.pick', { name: source.getName(row) }) } }}
      sx={{ zIndex: 1, m: margin }}
    />
  )
}

/** An email address. In a table it takes two lines at most: it breaks before the @, and elsewhere only if it is very long. */
export function EmailText({ address }: { address: string }) {
  const end = Math.max(0, address.lastIndexOf('@'))
  return (
    <Box component="span" sx={{ display: 'block', overflowWrap: 'anywhere', minWidth: { md: '9.5rem' } }}>
      {address.slice(0, end)}
      <wbr />
      {address.slice(end)}
    </Box>
  )
}
