import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { Answer } from '#contract/endpoint.ts'
import { type Terminal, terminals } from '#contract/payments/terminals.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { errorText } from '#web/kit/api/show-error.ts'
import { ActionButton } from '#web/kit/ui/action-button.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'

type Health = Answer<typeof terminals.health>

const TONES = { ready: 'fresh', busy: 'attention' } as const
const toneOf = ({ code }: Health) => (code === 'ready' || code === 'busy' ? TONES[code] : 'danger')

/** Tests whether a terminal can take a payment, and shows in plain words what is wrong. */
export function TerminalTest({ terminal: { id, name } }: { terminal: Terminal }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [health, setHealth] = useState<Health>()
  const [problem, setProblem] = useState<string>()
  const ask = async () => {
    setBusy(true)
    setHealth(undefined)
    setProblem(undefined)
    try {
      setHealth(await callApi(terminals.health, { params: { id } }))
    } catch (error) {
      setProblem(errorText(error, t) ?? t('terminalPanel.testFailed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <ActionButton
        variant="outlined"
        aria-label={t('terminalPanel.testNamed', { name })}
        loading={isBusy}
        onClick={() => void ask()}
      >
        {t('terminalPanel.test')}
      </ActionButton>
      <Box role="status" sx={{ width: '100%' }}>
        {isBusy && t('terminalPanel.testing')}
        {problem}
        {health && (
          <Panel tone={toneOf(health)}>
            {t(`terminalPanel.findings.${health.code}`)}
            {health.code !== 'ready' && (
              <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere', mt: 0.5 }}>
                {health.detail}
              </Box>
            )}
          </Panel>
        )}
      </Box>
    </Box>
  )
}
