import Box from '@mui/material/Box'
import type { RowsProps } from './list-table.tsx'
import { PickBox, RowLink } from './row-parts.tsx'

const BESIDE_FACTS = '@media (min-width: 360px)'

/** The rows as cards, for phones. */
export function ListCards<Row>({ rows, columns, source, picking }: RowsProps<Row>) {
  const inRole = (role: string) => columns.filter(column => (column.role ?? 'fact') === role)
  return (
    <Box component="ul" sx={{ m: 0, p: 0, display: 'grid', gap: 1 }}>
      {rows.map(row => (
        <Box
          component="li"
          key={source.idOf(row)}
          sx={{
            position: 'relative',
            listStyle: 'none',
            display: 'flex',
            // On the narrowest phones the status goes below the facts.
            flexWrap: 'wrap',
            columnGap: 1.5,
            rowGap: 0.5,
            alignItems: 'center',
            p: 1.5,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            bgcolor: 'background.paper',
          }}
        >
          {picking && <PickBox row={row} source={source} picking={picking} margin={-0.75} />}
          {inRole('picture').map(column => (
            <Box key={column.name}>{column.cell(row)}</Box>
          ))}
          <Box sx={{ flex: '1 1 130px', minWidth: 0, display: 'grid', gap: 0.25 }}>
            {inRole('title').map(column => (
              <RowLink key={column.name} path={source.pathOf?.(row)}>
                {column.cell(row)}
              </RowLink>
            ))}
            <Box
              sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, typography: 'body2', color: 'text.secondary' }}
            >
              {inRole('fact').map(column => (
                <span key={column.name}>
                  {column.labelOnCard && `${column.label}: `}
                  {column.cell(row)}
                </span>
              ))}
            </Box>
          </Box>
          <Box
            sx={{
              ml: 'auto',
              display: 'flex',
              flexWrap: 'wrap',
              justifyContent: 'end',
              alignItems: 'center',
              gap: 0.5,
              columnGap: 1.5,
              // Beside the facts there is room for only one column of statuses.
              [BESIDE_FACTS]: { flexDirection: 'column', alignItems: 'end' },
            }}
          >
            {inRole('status').map(column => (
              <Box key={column.name}>{column.cell(row)}</Box>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
