import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import { useId } from 'react'

type CheckInputProps = {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  hint?: string
  name?: string
  disabled?: boolean
}

/** A checkbox; its label and hint can be pressed too. */
export function CheckInput({ label, checked, onChange, hint, name, disabled = false }: CheckInputProps) {
  const id = useId()
  return (
    <Box component="label" htmlFor={id} sx={{ display: 'flex', alignItems: 'start', gap: 1, minHeight: 44 }}>
      <Checkbox
        id={id}
        checked={checked}
        disabled={disabled}
        onChange={event => onChange(event.target.checked)}
        slotProps={{ input: { name, 'aria-describedby': hint === undefined ? undefined : `${id}-help` } }}
        sx={{ ml: -1.25, my: -0.25 }}
      />
      <Box sx={{ pt: 1.125 }}>
        {label}
        {hint !== undefined && (
          <Box id={`${id}-help`} sx={{ typography: 'body2', color: 'text.secondary' }}>
            {hint}
          </Box>
        )}
      </Box>
    </Box>
  )
}
