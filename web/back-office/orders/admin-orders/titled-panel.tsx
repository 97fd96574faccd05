import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { Panel } from '#web/kit/ui/panel.tsx'

type TitledPanelProps = {
  title: string
  children: ReactNode
  tone?: 'plain' | 'attention'
}

/** A titled section of an order's page. */
export function TitledPanel({ title, children, tone = 'plain' }: TitledPanelProps) {
  const id = useId()
  return (
    <Panel component="section" aria-labelledby={id} tone={tone}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Panel>
  )
}
