import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Terminal, terminals } from '#contract/payments/terminals.ts'
import { stores } from '#contract/stores/stores.ts'
import { HealthPanel } from '#web/back-office/kit/health-panel.tsx'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

/** Up to this many are queried automatically; in a longer list each is queried on request. */
const MAX_LISTED = 10

function TerminalRow({ terminal, store, isAsked }: { terminal: Terminal; store: string; isAsked: boolean }) {
  const { t } = useTranslation()
  const [isCheckRequested, setCheckRequested] = useState(isAsked)
  const { data, isFetching, isError, refetch } = useQuery({
    ...queryFor(terminals.health, { params: { id: terminal.id } }),
    enabled: isCheckRequested,
    meta: { isBackground: true },
  })
  const name = t('settings.inStore', { name: terminal.name, store })
  const test = () => {
    if (isCheckRequested) void refetch()
    else setCheckRequested(true)
  }
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 0.5 }}>
      <Box sx={{ flex: '1 1 180px' }}>
        {name}
        <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }} role="status">
          {isFetching ? t('settings.testing') : data && t(`terminalPanel.findings.${data.code}`)}
        </Box>
        {data && !data.ok && !isFetching && (
          <Box lang="en" sx={{ typography: 'caption', color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {data.detail}
          </Box>
        )}
      </Box>
      {data && !isFetching && (
        <StatusPill tone={data.ok ? 'open' : 'danger'}>{t(data.ok ? 'settings.ok' : 'settings.off')}</StatusPill>
      )}
      {isError && !isFetching && <StatusPill tone="danger">{t('settings.off')}</StatusPill>}
      <Button onClick={test} disabled={isFetching} aria-label={`${t('settings.test')}: ${name}`}>
        {t('settings.test')}
      </Button>
    </Box>
  )
}

/** Whether each payment terminal could take a payment now. */
export function TerminalHealth() {
  const { t } = useTranslation()
  const { data: all } = useQuery(queryFor(terminals.list))
  const { data: storeList } = useQuery(queryFor(stores.list))
  if (!all) return null
  const findStore = (id: number) => storeList?.find(store => store.id === id)?.name ?? String(id)
  return (
    <HealthPanel title={t('settings.terminals')} lines={all.length === 0 ? [t('settings.noTerminals')] : []}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {all.map(terminal => (
          <TerminalRow
            key={terminal.id}
            terminal={terminal}
            store={findStore(terminal.store_id)}
            isAsked={all.length <= MAX_LISTED}
          />
        ))}
      </Box>
    </HealthPanel>
  )
}
