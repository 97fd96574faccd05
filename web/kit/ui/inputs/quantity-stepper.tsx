import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { MinusIcon, PlusIcon } from '#web/kit/ui/icons.tsx'

type QuantityStepperProps = {
  // The quantity as text, e.g. "2" or "0,5 kg".
  value: string
  onAdd: () => void
  onRemove: () => void
  addLabel: string
  removeLabel: string
  groupLabel: string
  disabled?: boolean
  // At a limit, the button stays in its place and keeps the focus, but does nothing.
  isAtMost?: boolean
  isAtLeast?: boolean
}

const spent = { opacity: 0.35, cursor: 'default' }

/** − 2 +: each press changes the quantity by one. */
export function QuantityStepper(props: QuantityStepperProps) {
  const { value, onAdd, onRemove, addLabel, removeLabel, groupLabel, disabled = false, isAtMost, isAtLeast } = props
  return (
    <Box
      role="group"
      aria-label={groupLabel}
      sx={{
        display: 'inline-flex',
        width: 'max-content',
        alignItems: 'center',
        border: 1,
        borderColor: 'line.strong',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <IconButton
        color="primary"
        aria-label={removeLabel}
        onClick={isAtLeast ? undefined : onRemove}
        disabled={disabled}
        aria-disabled={isAtLeast}
        sx={isAtLeast ? spent : undefined}
      >
        <MinusIcon />
      </IconButton>
      <Box
        component="span"
        sx={{ minWidth: 28, textAlign: 'center', fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}
      >
        {value}
      </Box>
      <IconButton
        color="primary"
        aria-label={addLabel}
        onClick={isAtMost ? undefined : onAdd}
        disabled={disabled}
        aria-disabled={isAtMost}
        sx={isAtMost ? spent : undefined}
      >
        <PlusIcon />
      </IconButton>
    </Box>
  )
}
