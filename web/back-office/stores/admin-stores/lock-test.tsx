import Box from '@mui/material/Box'
import { useState } from 'react'
import { doorLocks, type LockHealth } from '#contract/stores/doors.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { errorText } from '#web/kit/api/show-error.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'

function toneOf({ ok, code }: LockHealth): 'fresh' | 'attention' | 'danger' {
  if (!ok) return 'danger'
  return code === 'ready' ? 'fresh' : 'attention'
}

/** Tests whether a store's lock can take a code, and shows in plain words what is wrong. */
export function LockTest({ storeId }: { storeId: number }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [health, setHealth] = useState<LockHealth>()
  const [problem, setProblem] = useState<string>()
  const ask = async () => {
    setBusy(true)
    setHealth(undefined)
    setProblem(undefined)
    try {
      setHealth(await callApi(doorLocks.health, { params: { id: storeId } }))
    } catch (error) {
      setProblem(errorText(error, t))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <ActionButton variant="outlined" loading={isBusy} onClick={() => void ask()}>
        {t('lockPanel.test')}
      </ActionButton>
      <Box role="status" sx={{ width: '100%' }}>
        {isBusy && t('lockPanel.testing')}
        {problem}
        {health && <Panel tone={toneOf(health)}>{t(`lockPanel.findings.${health.code}`)}</Panel>}
      </Box>
    </Box>
  )
}
