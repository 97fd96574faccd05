import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { PaletteEntry, PaletteGroup } from './use-palette-groups.ts'

interface PaletteListProps {
  id: string
  groups: readonly PaletteGroup[]
  active: PaletteEntry | undefined
  onChoose: (entry: PaletteEntry) => void
}

const option = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: 2,
  minHeight: 44,
  px: 1.5,
  py: 1.25,
  borderRadius: 1,
  cursor: 'pointer',
  '&:hover': { bgcolor: 'surface.mist' },
  '&[aria-selected="true"]': { bgcolor: 'secondary.main', color: 'secondary.contrastText' },
  '&[aria-selected="true"] *': { color: 'inherit' },
} as const

/** The results under the palette's field. The focus stays in the field, which references the entry that Enter opens. */
export function PaletteList({ id, groups, active, onChoose }: PaletteListProps) {
  const { t } = useTranslation()
  return (
    <Box id={id} role="listbox" aria-label={t('palette.title')} sx={{ overflowY: 'auto', px: 1.5 }}>
      {groups.map(({ label, entries }, index) => (
        <Box key={label} role="group" aria-labelledby={`${id}-group-${index}`}>
          <Box
            id={`${id}-group-${index}`}
            role="presentation"
            sx={{ px: 1.5, pt: 1.5, pb: 0.5, typography: 'body2', fontWeight: 650, color: 'text.secondary' }}
          >
            {label}
          </Box>
          {entries.map(entry => (
            // The field above handles the keys: an option never has the focus.
            <Box
              key={entry.id}
              id={`${id}-${entry.id}`}
              role="option"
              aria-selected={entry === active}
              onMouseDown={event => event.preventDefault()}
              onClick={() => onChoose(entry)}
              sx={option}
            >
              <span>{entry.label}</span>
              {entry.detail && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{entry.detail}</Box>}
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  )
}
