import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Message, messages } from '#contract/messaging/messages.ts'
import { openedBy } from '#domain/format/safe-link.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { RecordFormFrame, RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useLanguages } from '#web/kit/i18n/language-queries.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link, useSearchParams } from '#web/kit/shell/link.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import {
  copyOf,
  EMPTY_DRAFT,
  formOf,
  type MessageFormValues,
  fieldLabel,
  languageName,
  type MessageFormControl,
  type SendQuestion,
  useMessageForm,
} from './use-message-form.ts'
import { WordFields } from './word-fields.tsx'

/** A new message, empty or copied from the one whose id is in the address. */
export function MessageCreatePage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const copiedId = params.get('copy') ?? ''
  const copied = useMessage(copiedId)
  if (copiedId !== '' && copied === undefined) return <RecordLoading />
  return <MessageForm key={copiedId} copied={copied} onSent={() => void navigate(PATHS.messages, { replace: true })} />
}

/** The sending time: now or later. */
function TimeFields({ form }: { form: MessageFormControl }) {
  const { t } = useTranslation()
  const options = (['now', 'later'] as const).map(value => ({ value, label: t(`messages.when.${value}`) }))
  return (
    <FormSection title={t('messages.time')}>
      <Wide>
        <SelectInput label={t('messages.fields.when')} options={options} {...form.field('when')} />
      </Wide>
      {form.values.when === 'later' && (
        <>
          <DateInput label={t('messages.fields.send_at')} required {...form.field('send_at')} />
          <TextInput
            label={t('messages.fields.send_at_time')}
            required
            autoComplete="off"
            hint={t('eventForm.timeHint')}
            {...form.field('send_at_time')}
          />
        </>
      )}
    </FormSection>
  )
}

/** Asks for confirmation before a message is sent, which can't be undone. Shows how many devices it reaches. */
function SendDialog({ question: { draft, answer } }: { question: SendQuestion }) {
  const { t } = useTranslation()
  const languages = useLanguages()
  const devices = useAudience(draft.language_id)
  const { send_at: at } = formOf(draft)
  const reach = t('messages.reach', { count: devices ?? 0, language: languageName(languages, draft.language_id) })
  const rest = at === null ? t('messages.confirmNow') : t('messages.confirmLater', { time: shopTimeText(at) })
  return (
    <ConfirmDialog
      open
      title={t(at === null ? 'messages.confirmTitle' : 'messages.confirmLaterTitle')}
      text={`${devices === undefined ? '' : reach} ${rest}`.trim()}
      confirmText={t(at === null ? 'messages.send' : 'messages.schedule')}
      cancelText={t('common.cancel')}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  )
}

type MessageFormProps = {
  /** The earlier message that is copied. */
  copied?: Message | undefined
  onSent: () => void
}

/** A new message, with a preview of it on a phone. */
function MessageForm({ copied, onSent }: MessageFormProps) {
  const { t } = useTranslation()
  const [values] = useState(() => (copied ? copyOf(copied) : EMPTY_DRAFT))
  const { form, question } = useMessageForm({ values, onSent })
  const saveText = t(form.values.when === 'later' ? 'messages.schedule' : 'messages.send')
  return (
    <>
      <RecordFormFrame
        title={t('messages.new')}
        form={form}
        labelOf={field => fieldLabel(field, t)}
        saveText={saveText}
        aside={
          <Button variant="outlined" component={Link} to={PATHS.messages}>
            {t('messages.toHistory')}
          </Button>
        }
        side={<PreviewPanel draft={form.values} />}
      >
        <WordFields form={form} />
        <TimeFields form={form} />
        {copied && !form.isDirty && (
          <Panel tone="fresh">
            <ActionButton type="submit" variant="contained" loading={form.isSaving}>
              {saveText}
            </ActionButton>
          </Panel>
        )}
      </RecordFormFrame>
      {question && <SendDialog question={question} />}
    </>
  )
}

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
function PreviewPanel({ draft }: { draft: MessageFormValues }) {
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

type PhonePreviewProps = {
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
function PhonePreview({ title, text, lang, look }: PhonePreviewProps) {
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

const COUNT_EVERY_MS = 10_000

/** How many devices a message in a language reaches now; undefined while unknown. */
function useAudience(languageId: string): number | undefined {
  const query = useQuery({
    ...queryOf(messages.audience, { query: { language_id: languageId } }),
    enabled: languageId !== '',
    refetchInterval: COUNT_EVERY_MS,
    meta: { showsOwnError: true },
  })
  return languageId === '' ? undefined : query.data?.devices
}

/** A message by the id in an address; none for an empty id. */
const useMessage = (id: string) =>
  useQuery({ ...queryOf(messages.read, { params: { id } }), enabled: /^[1-9]\d*$/.test(id) }).data
