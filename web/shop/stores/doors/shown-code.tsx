import type { Store } from '#contract/stores/stores.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ContactPanel } from '#web/kit/company/contact-panel.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { CodePlate, CodeTime } from './code-plate.tsx'
import { LargeCode } from './large-code.tsx'
import { Step } from './step.tsx'
import type { useDoorCode } from './use-door-code.ts'

const summary = { py: 1.25, minHeight: 44, boxSizing: 'border-box', cursor: 'pointer', fontWeight: 600 } as const

function Help() {
  const { t } = useTranslation()
  return (
    <details>
      <Box component="summary" sx={summary}>
        {t('door.helpTitle')}
      </Box>
      <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
        <Typography>{t('door.help')}</Typography>
        <ContactPanel />
      </Box>
    </details>
  )
}

interface ShownCodeProps {
  door: ReturnType<typeof useDoorCode>
  store: Store
  /** The next action for a shopper who is inside. */
  next: ReactNode
}

/** The digits for the keypad, another code on request, and the next action once the door is open. */
export function ShownCode({ door, store, next }: ShownCodeProps) {
  const { t } = useTranslation()
  const [isLarge, setLarge] = useState(false)
  return (
    <Step action={next}>
      <Typography>{t('door.shown', { store: store.name })}</Typography>
      <CodePlate code={door.code} onEnlarge={() => setLarge(true)} />
      <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1 }}>
        <CodeTime secondsLeft={door.secondsLeft} />
        {door.isSame ? (
          <Typography role="status" sx={{ color: 'text.secondary', textAlign: 'center' }}>
            {t('door.same')}
          </Typography>
        ) : (
          <SecondaryButton look="quiet" onClick={door.renew}>
            {t('door.newCode')}
          </SecondaryButton>
        )}
      </Box>
      <Help />
      {isLarge && <LargeCode code={door.code} secondsLeft={door.secondsLeft} onClose={() => setLarge(false)} />}
    </Step>
  )
}
