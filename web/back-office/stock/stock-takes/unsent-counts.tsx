import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { signedText } from '#web/back-office/stock/stock-work/quantity-words.ts'
import { Panel } from '#web/kit/ui/panel.tsx'
import { dropRefused, retryRefused } from './count-queue.ts'
import type { Counting } from './use-counting.ts'

/** Counts that haven't reached the server: they are stored on this phone, or need a decision. */
export function UnsentCounts({ takeId, counting }: { takeId: number; counting: Counting }) {
  const { t } = useTranslation()
  const { isWaiting, pending, refused } = counting
  return (
    <>
      <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
        {isWaiting && pending.length > 0 && (
          <Panel tone="attention">{t('stockTakes.waiting', { count: pending.length })}</Panel>
        )}
      </Box>
      {refused.length > 0 && (
        <Panel tone="danger">
          <Box role="alert">{t('stockTakes.refused', { count: refused.length })}</Box>
          <ul>
            {refused.map(({ key, name, unit, quantity }) => (
              <li key={key}>
                {name} {signedText(quantity, unit, t)}
              </li>
            ))}
          </ul>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button variant="outlined" size="small" onClick={() => retryRefused(takeId)}>
              {t('common.retry')}
            </Button>
            <Button variant="text" size="small" color="error" onClick={() => dropRefused(takeId)}>
              {t('stockTakes.drop')}
            </Button>
          </Box>
        </Panel>
      )}
    </>
  )
}
