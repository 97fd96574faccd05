import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

interface SettingsTableProps {
  /** The table's name for screen readers; visually hidden. */
  caption: string
  heads: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

const cell = {
  px: { xs: 0.5, sm: 1 },
  py: 1,
  textAlign: 'start',
  // A long word breaks instead of widening a table on a small phone.
  overflowWrap: 'anywhere',
  borderBottom: 1,
  borderColor: 'divider',
} as const
const unseen = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }

/** A small table of figures. */
export function SettingsTable({ caption, heads, rows }: SettingsTableProps) {
  return (
    <Box component="table" sx={{ width: '100%', borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums' }}>
      <Box component="caption" sx={unseen}>
        {caption}
      </Box>
      <thead>
        <tr>
          {heads.map(head => (
            <Box component="th" scope="col" key={head} sx={{ ...cell, typography: 'body2', color: 'text.secondary' }}>
              {head}
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((content, at) => (
              <Box component="td" key={heads[at]} sx={cell}>
                {content}
              </Box>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  )
}
