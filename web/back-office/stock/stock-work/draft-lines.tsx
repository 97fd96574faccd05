import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { parseDecimalInput } from '#domain/quantity.ts'
import { unitText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TrashIcon } from '#web/kit/ui/icons.tsx'
import type { DraftLine } from './stock-draft.ts'

/** For the plural of the unit. */
const parseThousandths = (text: string): number => (parseDecimalInput(text) ?? 0) * 1000

type DraftLinesProps = {
  lines: readonly DraftLine[]
  /** The product that was scanned last. */
  lit: number | undefined
  disabled: boolean
  getFault: (line: DraftLine) => string | undefined
  onOpen: (line: DraftLine) => void
  onRemove: (line: DraftLine) => void
}

/** The lines of the draft, last one first; a line's quantity opens the number pad. */
export function DraftLines({ lines, lit, disabled, getFault, onOpen, onRemove }: DraftLinesProps) {
  const { t } = useTranslation()
  return (
    <Box component="ul" aria-label={t('stock.lines')} sx={{ m: 0, p: 0, display: 'grid', gap: 1 }}>
      {lines.map(line => {
        const fault = getFault(line)
        const quantity = `${line.text} ${unitText(line.unit, t, parseThousandths(line.text))}`
        return (
          <Box
            component="li"
            key={line.productId}
            data-lit={line.productId === lit}
            sx={{
              listStyle: 'none',
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr) auto auto',
              columnGap: 1,
              alignItems: 'center',
              p: 1,
              pl: 1.5,
              border: 1,
              borderColor: fault === undefined ? 'divider' : 'error.main',
              borderRadius: 1,
              bgcolor: line.productId === lit ? 'surface.lit' : 'background.paper',
            }}
          >
            <Box sx={{ fontWeight: 650 }}>{line.name}</Box>
            <Button
              variant="outlined"
              size="small"
              disabled={disabled}
              aria-label={t('stock.changeQuantity', {
                product: line.name,
                quantity: line.text === '' ? '–' : quantity,
              })}
              onClick={() => onOpen(line)}
              sx={{ fontVariantNumeric: 'tabular-nums', minWidth: 88 }}
            >
              {line.text === '' ? t('stock.howMany') : quantity}
            </Button>
            <IconButton
              aria-label={t('stock.removeLine', { product: line.name })}
              disabled={disabled}
              onClick={() => onRemove(line)}
            >
              <TrashIcon />
            </IconButton>
            {fault !== undefined && (
              <Box sx={{ gridColumn: '1 / -1', color: 'error.main', typography: 'body2', pt: 0.5 }}>{fault}</Box>
            )}
          </Box>
        )
      })}
    </Box>
  )
}
