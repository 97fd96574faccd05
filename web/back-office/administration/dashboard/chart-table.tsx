import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

type ChartTableProps = {
  caption: string
  // The first is the heading of the row names.
  heads: readonly string[]
  rows: readonly { key: string | number; cells: readonly string[] }[]
}

const table = {
  width: '100%',
  borderCollapse: 'collapse',
  typography: 'body2',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { px: 1, py: 0.75, textAlign: 'end', whiteSpace: 'nowrap' },
  '& th:first-of-type': { textAlign: 'start', whiteSpace: 'normal' },
  '& tbody tr': { borderTop: 1, borderColor: 'divider' },
} as const

/** A chart's figures as a table: for readers who can't see the bars, and for exact values. */
export function ChartTable({ caption, heads, rows }: ChartTableProps) {
  const { t } = useTranslation()
  return (
    <details>
      <Box
        component="summary"
        sx={{ minHeight: 44, display: 'list-item', lineHeight: '44px', cursor: 'pointer', color: 'primary.main' }}
        aria-label={`${t('adminHome.showTable')}: ${caption}`}
      >
        {t('adminHome.showTable')}
      </Box>
      {/* Focusable, so that the keyboard can scroll it where it is wider than the screen. */}
      <Box role="group" aria-label={caption} tabIndex={0} sx={{ overflowX: 'auto' }}>
        <Box component="table" sx={table}>
          <thead>
            <tr>
              {heads.map(head => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells: [first, ...others] }) => (
              <tr key={key}>
                <th scope="row">{first}</th>
                {others.map((cell, at) => (
                  <td key={heads[at + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </details>
  )
}
