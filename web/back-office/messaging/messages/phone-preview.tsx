import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

interface PhonePreviewProps {
  title: string
  text: string
  /** The language of the message. */
  lang: string
  look: 'light' | 'dark'
}

// A phone's colours don't depend on those of the back office.
const LOOKS = {
  light: { wall: 'linear-gradient(160deg, #cfe3d4, #8fb3c9)', card: '#f6f7f6', ink: '#1b1d1c', quiet: '#4d5451' },
  dark: { wall: 'linear-gradient(160deg, #12251c, #1c2733)', card: '#2a2d2c', ink: '#f4f5f4', quiet: '#c3c9c6' },
} as const

/** As phones truncate it: one line of the title, four of the text. */
const lines = (count: number) =>
  ({
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: count,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  }) as const

/** A message as a locked phone shows it. */
export function PhonePreview({ title, text, lang, look }: PhonePreviewProps) {
  const { t } = useTranslation()
  const { wall, card, ink, quiet } = LOOKS[look]
  return (
    <Box sx={{ backgroundImage: wall, borderRadius: 3, px: 1.5, py: 2.5 }}>
      <Box sx={{ bgcolor: card, color: ink, borderRadius: 2.5, p: 1.5, display: 'flex', gap: 1.25, minHeight: 84 }}>
        <Box
          component="img"
          src="/icons/icon-192.png"
          alt=""
          width={36}
          height={36}
          sx={{ borderRadius: 1, flex: 'none', mt: 0.25 }}
        />
        <Box sx={{ minWidth: 0, flex: 1, typography: 'body2' }}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, color: quiet, fontSize: '0.8125rem' }}>
            <span>Puoti</span>
            <span>{t('messages.preview.now')}</span>
          </Box>
          <Box lang={lang} sx={{ fontWeight: 650, ...lines(1) }}>
            {title || t('messages.preview.title')}
          </Box>
          <Box lang={lang} sx={{ whiteSpace: 'pre-line', ...lines(4) }}>
            {text || t('messages.preview.text')}
          </Box>
        </Box>
      </Box>
    </Box>
  )
}
