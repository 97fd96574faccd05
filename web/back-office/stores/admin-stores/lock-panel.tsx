import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { KeypadKey } from './keypad-key.tsx'
import { LockTest } from './lock-test.tsx'

/** The lock of the door as it was saved: whether it works, and the key of a keypad of one's own. */
export function LockPanel({ storeId, provider }: { storeId: number; provider: string }) {
  const { t } = useTranslation()
  const id = useId()
  const cache = useQueryClient()
  const isOwn = provider === 'rotating'
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {t('lockPanel.title')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
        <Typography color="textSecondary">{t(isOwn ? 'lockPanel.ownLead' : 'lockPanel.nukiLead')}</Typography>
        <LockTest key={provider} storeId={storeId} />
        {isOwn && (
          <KeypadKey storeId={storeId} onRenewed={() => void cache.invalidateQueries({ queryKey: ['admin/audit'] })} />
        )}
      </Box>
    </Panel>
  )
}
