import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

interface FieldFrameProps {
  label: string
  fieldId: string
  children: ReactNode
  required?: boolean
  // Under the field: what is wrong with it, or a hint.
  help?: string | undefined
  isFaulty?: boolean
}

/** A field's label above it, and below it what there is to say. The field's help has the id `<fieldId>-help`. */
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

/** The look of whatever is typed or chosen in: 56 px high, and an outline that tells of focus and fault. */
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
