import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { QuickCode } from './quick-code.tsx'
import type { Scanner } from './use-scanner.ts'

const strip = {
  position: 'absolute',
  insetInline: 0,
  bottom: 0,
  zIndex: 1,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  columnGap: 1,
  px: 1.5,
  py: 0.5,
  bgcolor: 'rgba(14, 22, 16, 0.86)',
  color: '#fff',
  '&:empty': { display: 'none' },
} as const

/** At the bottom of the picture: that nothing can be read yet, or a tip once nothing has been found for a while. */
export function LookingTipBar({ scanner, onCode }: { scanner: Scanner; onCode: (code: string) => void }) {
  const { t } = useTranslation()
  // A shopper who is typing continues, even when a code comes into view.
  const [isTyping, setTyping] = useState(false)
  const { tip, torch, isLoading } = scanner
  const words = { distance: t('scanner.tipDistance'), torch: t('scanner.tipTorch'), manual: t('scanner.tipManual') }
  const isManual = tip === 'manual' || isTyping
  return (
    <Box role="status" sx={strip}>
      {isManual ? (
        <QuickCode hint={words.manual} onCode={onCode} onTyping={setTyping} />
      ) : (
        <>
          {isLoading && <Box sx={{ py: 1, typography: 'body2' }}>{t('scanner.loading')}</Box>}
          {tip !== null && <Box sx={{ py: 1, typography: 'body2', textAlign: 'center' }}>{words[tip]}</Box>}
          {tip === 'torch' && torch && (
            <SecondaryButton look="leaf" small onClick={torch.toggle}>
              {t('scanner.torchOn')}
            </SecondaryButton>
          )}
        </>
      )}
    </Box>
  )
}
