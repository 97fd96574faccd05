import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

type FieldFrameProps = {
  label: string
  fieldId: string
  children: ReactNode
  required?: boolean
  // Below the field: its problem, or a hint.
  help?: string | undefined
  isFaulty?: boolean
}

/** A field with its label above it and its help below it. The help has the id `<fieldId>-help`. */
export function FieldFrame({ label, fieldId, children, required = false, help, isFaulty = false }: FieldFrameProps) {
  return (
    <Box sx={{ display: 'grid', gap: 0.5, width: '100%', minWidth: 0 }}>
      <Box component="label" htmlFor={fieldId} sx={{ typography: 'body2', fontWeight: 650, color: 'text.primary' }}>
        {label}
        {required && <span aria-hidden="true">{'\u00a0*'}</span>}
      </Box>
      {children}
      {help !== undefined && (
        <Box
          id={`${fieldId}-help`}
          sx={{ fontSize: '0.9375rem', mx: 0.5, color: isFaulty ? 'error.main' : 'text.secondary' }}
        >
          {help}
        </Box>
      )}
    </Box>
  )
}

/** The look of all inputs: 56 px high, with an outline that shows focus and faults. */
export const fieldLook = {
  boxSizing: 'border-box',
  width: '100%',
  minHeight: 56,
  m: 0,
  px: 1.75,
  border: 1,
  borderColor: 'line.input',
  borderRadius: 1,
  bgcolor: 'background.paper',
  color: 'text.primary',
  font: 'inherit',
  '&::placeholder': { color: 'text.secondary', opacity: 1 },
  '&:hover': { borderColor: 'text.primary' },
  '&:focus-visible': { outline: 'none', boxShadow: 'none', borderColor: 'primary.main', borderWidth: 2, px: '13px' },
  '&[aria-invalid="true"]': { borderColor: 'error.main' },
  '&:disabled': { color: 'text.disabled', borderColor: 'divider' },
} as const
