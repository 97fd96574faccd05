import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { Terminal } from '#contract/payments/terminals.ts'
import { Panel } from '#web/kit/ui/panel.tsx'
import { TerminalDialog } from './terminal-dialog.tsx'
import { TerminalRow } from './terminal-row.tsx'
import { useStoreTerminals } from './use-store-terminals.ts'

/** A store's payment terminals: saved separately from the store, each with a test that shows what is wrong. */
export function TerminalPanel({ storeId, mode }: { storeId: number; mode: 'test' | 'terminal' }) {
  const { t } = useTranslation()
  const terminals = useStoreTerminals(storeId)
  const [edited, setEdited] = useState<Terminal | 'new'>()
  return (
    <Panel component="section" aria-label={t('terminalPanel.title')}>
      <Typography variant="h2">{t('terminalPanel.title')}</Typography>
      <Box sx={{ color: 'text.secondary', mb: 1.5 }}>{t('terminalPanel.lead')}</Box>
      {terminals?.length === 0 && <Box sx={{ color: 'text.secondary', mb: 1 }}>{t('terminalPanel.none')}</Box>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2, mb: 2 }}>
        {terminals?.map(terminal => (
          <TerminalRow
            key={terminal.id}
            terminal={terminal}
            isUsed={(terminal.provider === 'test') === (mode === 'test')}
            onEdit={() => setEdited(terminal)}
          />
        ))}
      </Box>
      <Button variant="outlined" onClick={() => setEdited('new')}>
        {t('terminalPanel.add')}
      </Button>
      {edited !== undefined && (
        <TerminalDialog
          storeId={storeId}
          terminal={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  )
}
