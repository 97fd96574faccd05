import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

type EmptyStateProps = {
  title: string
  // Why it is empty.
  text?: string
  drawing?: ReactNode
  // The one action to take.
  action?: ReactNode
}

/** Replaces an empty list. */
export function EmptyState({ title, text, drawing, action }: EmptyStateProps) {
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1.5, py: { xs: 4, md: 8 }, px: 2, textAlign: 'center' }}>
      {drawing}
      <Typography variant="h2">{title}</Typography>
      {text !== undefined && <Typography sx={{ color: 'text.secondary', maxWidth: '36ch' }}>{text}</Typography>}
      {action !== undefined && <Box sx={{ mt: 1, width: '100%', maxWidth: 360 }}>{action}</Box>}
    </Box>
  )
}
