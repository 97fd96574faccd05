import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CloseIcon } from '#web/kit/ui/icons.tsx'
import type { ListFilter } from './list-types.ts'

interface FilterChipsProps {
  filters: readonly ListFilter[]
  chosen: Readonly<Record<string, string>>
  onRemove: (name: string) => void
}

/** The active filters, each of them removable. */
export function FilterChips({ filters, chosen, onRemove }: FilterChipsProps) {
  const { t } = useTranslation()
  return filters.flatMap(({ name, label, options }) => {
    const value = chosen[name]
    if (value === undefined) return []
    const text = `${label}: ${options.find(option => option.value === value)?.label ?? value}`
    return [
      <ButtonBase
        key={name}
        aria-label={t('lists.removeFilter', { filter: text })}
        onClick={() => onRemove(name)}
        sx={{
          minHeight: 44,
          px: 1.75,
          gap: 0.75,
          borderRadius: 1,
          typography: 'body2',
          fontWeight: 650,
          bgcolor: 'pill.open',
          color: 'pill.openInk',
        }}
      >
        <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
          {text}
        </Box>
        <CloseIcon size={16} />
      </ButtonBase>,
    ]
  })
}
