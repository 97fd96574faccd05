import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { Panel } from '#web/kit/ui/panel.tsx'

type FormSectionProps = {
  title: string
  lead?: string
  children: ReactNode
}

/** Related fields, two per row where there is room. A field in a <Wide> takes the whole row. */
export function FormSection({ title, lead, children }: FormSectionProps) {
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
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {children}
      </Box>
    </Panel>
  )
}

/** A whole row of a section. */
export function Wide({ children }: { children: ReactNode }) {
  return <Box sx={{ gridColumn: '1 / -1' }}>{children}</Box>
}
