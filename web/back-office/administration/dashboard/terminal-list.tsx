import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { PATHS } from '#web/kit/paths.ts'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { sideList, SideSection } from './side-section.tsx'
import type { AskedTerminal } from './use-terminal-health.ts'

const TONES = { asked: 'closed', well: 'open', busy: 'open', silent: 'danger' } as const

/** The state of each payment terminal; silent ones come first. */
export function TerminalList({ terminals }: { terminals: readonly AskedTerminal[] }) {
  const { t } = useTranslation()
  const words = {
    asked: t('adminHome.terminalAsked'),
    well: t('adminHome.terminalWell'),
    busy: t('adminHome.terminalBusy'),
    silent: t('adminHome.terminalSilent'),
  }
  const silentFirst = terminals.toSorted((a, b) => Number(b.state === 'silent') - Number(a.state === 'silent'))
  return (
    <SideSection title={t('adminHome.terminals')}>
      {terminals.length === 0 && <Typography color="textSecondary">{t('adminHome.noTerminals')}</Typography>}
      <Box component="ul" sx={{ ...sideList, maxHeight: 360, overflowY: 'auto', '&:empty': { display: 'none' } }}>
        {silentFirst.map(({ id, name, store_id: storeId, store_name: storeName, state, finding }) => (
          <Box component="li" key={id} sx={{ py: 1 }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between' }}>
              <MuiLink
                component={Link}
                to={`${PATHS.stores}/${storeId}/edit`}
                color="inherit"
                sx={{ overflowWrap: 'anywhere' }}
              >
                {storeName}, {name}
              </MuiLink>
              <StatusPill tone={TONES[state]}>{words[state]}</StatusPill>
            </Box>
            {finding !== undefined && (
              <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {t(`terminalPanel.findings.${finding}`)}
              </Typography>
            )}
          </Box>
        ))}
      </Box>
    </SideSection>
  )
}
