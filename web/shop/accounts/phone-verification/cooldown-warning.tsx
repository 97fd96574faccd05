import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { Panel } from '#web/kit/ui/panel.tsx'
import { cooldownText, countdownText } from './cooldown.ts'

/** Until when no SMS is sent, and how long that still is. */
export function CooldownWarning({ until, now }: { until: Date; now: Date }) {
  const { t } = useTranslation()
  return (
    <Panel tone="attention">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
        <span role="status">
          {t('verification.cooldown', { cooldownUntil: cooldownText(until, now, SHOP_TIME_ZONE) })}
        </span>
        <Box component="span" aria-hidden sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 650 }}>
          {t('verification.cooldownLeft', { time: countdownText(until, now) })}
        </Box>
      </Box>
    </Panel>
  )
}
