import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { parseDecimalInput, quantityFromThousandths } from '#domain/quantity.ts'
import { formatUnitQuantity } from '#web/back-office/kit/quantity-labels.ts'
import { unitText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TrashIcon } from '#web/kit/ui/icons.tsx'
import { divideLots, lotKeyText } from './draft-lots.ts'
import type { DraftLine } from './stock-draft.ts'

/** For the plural of the unit. */
const parseThousandths = (text: string): number => (parseDecimalInput(text) ?? 0) * 1000

// The dates are below the name.
const besideDates = { gridRow: '1 / span 2' } as const

type DraftLinesProps = {
  lines: readonly DraftLine[]
  /** The product that was scanned last. */
  lit: number | undefined
  disabled: boolean
  getFault: (line: DraftLine) => string | undefined
  onOpen: (line: DraftLine) => void
  onRemove: (line: DraftLine) => void
  /** Opens the choice of a date, for work that may name one. */
  onDate?: ((line: DraftLine) => void) | undefined
}

/** The lines of the draft, last one first; a line's quantity opens the number pad. */
export function DraftLines({ lines, lit, disabled, getFault, onOpen, onRemove, onDate }: DraftLinesProps) {
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
              sx={{ ...besideDates, fontVariantNumeric: 'tabular-nums', minWidth: 88 }}
            >
              {line.text === '' ? t('stock.howMany') : quantity}
            </Button>
            <IconButton
              aria-label={t('stock.removeLine', { product: line.name })}
              disabled={disabled}
              onClick={() => onRemove(line)}
              sx={besideDates}
            >
              <TrashIcon />
            </IconButton>
            {onDate && <LineDates line={line} disabled={disabled} onDate={() => onDate(line)} />}
            {fault !== undefined && (
              <Box sx={{ gridColumn: '1 / -1', color: 'error.main', typography: 'body2', pt: 0.5 }}>{fault}</Box>
            )}
          </Box>
        )
      })}
    </Box>
  )
}

type LineDatesProps = { line: DraftLine; disabled: boolean; onDate: () => void }

/** The scanned lots of a line, and the button for the date of all the rest. */
function LineDates({ line, disabled, onDate }: LineDatesProps) {
  const { t } = useTranslation()
  const { rest, unit, name } = line
  const text = rest === undefined ? t('stock.date') : lotKeyText(rest, t)
  return (
    <Box sx={{ gridColumn: 1, gridRow: 2, minWidth: 0 }}>
      {divideLots({ ...line, rest: undefined }, parseThousandths(line.text)).map(({ key, thousandths }) => (
        <Box key={key} sx={{ typography: 'body2', color: 'text.secondary' }}>
          {lotKeyText(key, t)}: {formatUnitQuantity(quantityFromThousandths(thousandths), unit, t)}
        </Box>
      ))}
      <Button
        size="small"
        variant="text"
        disabled={disabled}
        aria-label={t('stock.changeDate', { product: name, date: text })}
        aria-haspopup="dialog"
        onClick={onDate}
        sx={{ px: 0.5, ml: -0.5, minWidth: 44, justifyContent: 'start', textAlign: 'start' }}
      >
        {text}
      </Button>
    </Box>
  )
}
