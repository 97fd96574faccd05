import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { openedBy } from '#domain/format/safe-link.ts'
import { useLanguages } from '#web/kit/languages/queries.ts'
import { Panel } from '#web/kit/ui/panel.tsx'
import type { MessageDraft } from './message-draft.ts'
import { languageName } from './message-words.ts'
import { PhonePreview } from './phone-preview.tsx'
import { useAudience } from './queries.ts'

function Reach({ languageId }: { languageId: string }) {
  const { t } = useTranslation()
  const languages = useLanguages()
  const devices = useAudience(languageId)
  const text =
    devices === undefined
      ? t('messages.reachUnknown')
      : t('messages.reach', { count: devices, language: languageName(languages, languageId) })
  // The message may be sent anyway: shoppers may turn promotions on before then.
  const isNobody = devices === 0
  return (
    <Box role="status">
      {isNobody ? (
        <Alert severity="warning" role="none">
          <Box sx={{ fontWeight: 650 }}>{text}</Box>
          {t('messages.reachNobody')}
        </Alert>
      ) : (
        <Typography sx={{ fontWeight: 650 }}>{text}</Typography>
      )}
    </Box>
  )
}

/** The draft as a phone shows it, where its link leads, and how many devices it reaches. */
export function PreviewPanel({ draft }: { draft: MessageDraft }) {
  const { t } = useTranslation()
  const languages = useLanguages()
  const lang = languages.find(({ id }) => String(id) === draft.language_id)?.code ?? 'fi'
  const link = openedBy(draft.url.trim(), location.origin)
  const shown = { title: draft.title.trim(), text: draft.text.trim(), lang }
  return (
    <Panel component="section" aria-label={t('messages.preview.heading')}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {t('messages.preview.heading')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <PhonePreview {...shown} look="light" />
        {/* The same content again: hidden from screen readers. */}
        <div aria-hidden="true">
          <PhonePreview {...shown} look="dark" />
        </div>
        <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {link === undefined ? t('messages.preview.noLink') : t('messages.preview.opens', { link })}
        </Box>
        <Reach languageId={draft.language_id} />
      </Box>
    </Panel>
  )
}
