import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

/** `look`: it works, and something about it wants to be seen. */
export type HealthState = 'ok' | 'look' | 'off'

const TONES = { ok: 'open', look: 'attention', off: 'danger' } as const

interface HealthPanelProps {
  title: string
  /** None where each part of it has one of its own. */
  state?: HealthState
  lines: readonly string[]
  children?: ReactNode
}

/** How one thing is doing, in a word and in sentences. */
export function HealthPanel({ title, state, lines, children }: HealthPanelProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Panel component="section" aria-labelledby={id} tone={state === 'off' ? 'danger' : 'plain'}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between', mb: 1 }}>
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
        {state && <StatusPill tone={TONES[state]}>{t(`settings.${state}`)}</StatusPill>}
      </Box>
      {lines.map(line => (
        <Typography key={line} sx={{ overflowWrap: 'anywhere' }}>
          {line}
        </Typography>
      ))}
      {children}
    </Panel>
  )
}
