import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { Panel } from '#web/kit/ui/panel.tsx'

type FormSectionProps = {
  title: string
  lead?: string
  /** Fits in as many short fields as there is room for, two on most phones. */
  dense?: boolean
  children: ReactNode
}

const TWO_COLUMNS = { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }
const DENSE_COLUMNS = {
  xs: 'repeat(auto-fill, minmax(min(100%, 150px), 1fr))',
  sm: 'repeat(auto-fill, minmax(240px, 1fr))',
}

/** Related fields, two per row where there is room. A field in a <Wide> takes the whole row. */
export function FormSection({ title, lead, dense = false, children }: FormSectionProps) {
  const id = useId()
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: lead === undefined ? 2 : 0.5 }}>
        {title}
      </Typography>
      {lead !== undefined && <Typography sx={{ color: 'text.secondary', mb: 2 }}>{lead}</Typography>}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: dense ? DENSE_COLUMNS : TWO_COLUMNS,
        }}
      >
        {children}
      </Box>
    </Panel>
  )
}

type WideProps = {
  /** Only on a phone. */
  onPhones?: boolean
  children: ReactNode
}

/** A whole row of a section. */
export function WideField({ onPhones = false, children }: WideProps) {
  return <Box sx={{ gridColumn: onPhones ? { xs: '1 / -1', sm: 'auto' } : '1 / -1' }}>{children}</Box>
}
