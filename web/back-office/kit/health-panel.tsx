import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

/** `look`: it works, but needs attention. */
export type HealthState = 'ok' | 'warning' | 'off'

export const HEALTH_TONES = { ok: 'open', warning: 'attention', off: 'danger' } as const

type HealthPanelProps = {
  title: string
  /** Undefined if each part shows its own state. */
  state?: HealthState
  lines: readonly string[]
  children?: ReactNode
}

/** The state of one component, as a pill and in sentences. */
export function HealthPanel({ title, state, lines, children }: HealthPanelProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Panel component="section" aria-labelledby={id} tone={state === 'off' ? 'danger' : 'plain'}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between', mb: 1 }}>
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
        {state && <StatusPill tone={HEALTH_TONES[state]}>{t(`settings.${state}`)}</StatusPill>}
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
