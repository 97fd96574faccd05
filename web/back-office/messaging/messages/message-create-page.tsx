import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Message, messages } from '#contract/messaging/messages.ts'
import { adminStores } from '#contract/stores/admin-stores.ts'
import { openedBy } from '#domain/format/safe-link.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { RecordFormFrame, RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { FORM_LANGUAGES, type FormLanguage } from '#web/kit/forms/texts.ts'
import { useLanguages } from '#web/kit/i18n/language-queries.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import {
  copyValues,
  EMPTY_DRAFT,
  joinStoreIds,
  parseStoreIds,
  toInput,
  type MessageFormValues,
} from './message-form-values.ts'
import { MessageTextFields } from './message-text-fields.tsx'
import { type AudienceSizes, MessageReach, reachTexts, useAudience } from './reach.tsx'
import { fieldLabel, type MessageFormControl, type SendQuestion, useMessageForm } from './use-message-form.ts'

/** A new message, empty or copied from the one whose id is in the address. */
export function MessageCreatePage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const copiedId = params.get('copy') ?? ''
  const copied = useMessage(copiedId)
  if (copiedId !== '' && copied === undefined) return <RecordLoading />
  return <MessageForm key={copiedId} copied={copied} onSent={() => void navigate(PATHS.messages, { replace: true })} />
}

/** To the shoppers of all stores, or of the chosen ones. */
function RecipientFields({ form }: { form: MessageFormControl }) {
  const { t } = useTranslation()
  const { data: stores = [] } = useQuery(queryFor(adminStores.choices))
  const chosen = parseStoreIds(form.values.stores)
  const toggle = (id: number) =>
    form.set('stores', joinStoreIds(chosen.includes(id) ? chosen.filter(each => each !== id) : [...chosen, id]))
  const listed = stores.filter(({ id, status }) => status !== 'archived' || chosen.includes(id))
  return (
    <FormSection title={t('messages.recipients')} lead={t('messages.recipientsLead')}>
      <WideField>
        <CheckInput
          label={t('messages.allStores')}
          checked={chosen.length === 0}
          onChange={() => form.set('stores', '')}
        />
      </WideField>
      {listed.map(({ id, name }) => (
        <CheckInput key={id} label={name} checked={chosen.includes(id)} onChange={() => toggle(id)} />
      ))}
    </FormSection>
  )
}

/** The sending time: now or later. */
function TimeFields({ form }: { form: MessageFormControl }) {
  const { t } = useTranslation()
  const options = (['now', 'later'] as const).map(value => ({ value, label: t(`messages.when.${value}`) }))
  return (
    <FormSection title={t('messages.time')}>
      <WideField>
        <SelectInput label={t('messages.fields.when')} options={options} {...form.field('when')} />
      </WideField>
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

type SendDialogProps = {
  question: SendQuestion
  languages: readonly FormLanguage[]
  audience: AudienceSizes | undefined
}

/** Asks for confirmation before a message is sent, which can't be undone. Shows how many devices it reaches. */
function SendDialog({ question: { draft, answer }, languages, audience }: SendDialogProps) {
  const { t } = useTranslation()
  const { send_at: at } = toInput(draft)
  const rest = at === null ? t('messages.confirmNow') : t('messages.confirmLater', { time: shopTimeText(at) })
  return (
    <ConfirmDialog
      open
      title={t(at === null ? 'messages.confirmTitle' : 'messages.confirmLaterTitle')}
      text={[...reachTexts({ draft, languages, audience }, t), rest].join(' ')}
      confirmText={t(at === null ? 'messages.send' : 'messages.schedule')}
      cancelText={t('common.cancel')}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  )
}

/** The languages that the shop offers, in the order of forms. */
function useOfferedLanguages(): readonly FormLanguage[] {
  const offered = useLanguages()
  return FORM_LANGUAGES.filter(code => offered.some(language => language.code === code))
}

type MessageFormProps = {
  /** The earlier message that is copied. */
  copied?: Message | undefined
  onSent: () => void
}

/** A new message, with a preview of it on a phone. */
function MessageForm({ copied, onSent }: MessageFormProps) {
  const { t } = useTranslation()
  const [values] = useState(() => (copied ? copyValues(copied) : EMPTY_DRAFT))
  const { form, question } = useMessageForm({ values, onSent })
  const languages = useOfferedLanguages()
  const audience = useAudience(parseStoreIds(form.values.stores))
  const [language, setLanguage] = useState<FormLanguage>(FORM_LANGUAGES[0])
  const reach = { draft: form.values, languages, audience }
  const saveText = t(form.values.when === 'later' ? 'messages.schedule' : 'messages.send')
  return (
    <>
      <RecordFormFrame
        title={t('messages.new')}
        form={form}
        getLabel={field => fieldLabel(field, t)}
        saveText={saveText}
        aside={
          <Button variant="outlined" component={Link} to={PATHS.messages}>
            {t('messages.toHistory')}
          </Button>
        }
        side={<PreviewPanel {...reach} language={language} />}
      >
        <MessageTextFields form={form} languages={languages} audience={audience} onLanguage={setLanguage} />
        <RecipientFields form={form} />
        <TimeFields form={form} />
        {copied && !form.isDirty && (
          <Panel tone="fresh">
            <ActionButton type="submit" variant="contained" loading={form.isSaving}>
              {saveText}
            </ActionButton>
          </Panel>
        )}
      </RecordFormFrame>
      {question && <SendDialog question={question} languages={languages} audience={audience} />}
    </>
  )
}

type PreviewPanelProps = {
  draft: MessageFormValues
  /** The language whose text is shown. */
  language: FormLanguage
  languages: readonly FormLanguage[]
  audience: AudienceSizes | undefined
}

/** The draft as a phone shows it in one language, where its link leads, and how many devices it reaches. */
function PreviewPanel({ draft, language, languages, audience }: PreviewPanelProps) {
  const { t } = useTranslation()
  const link = openedBy(draft.url.trim(), location.origin)
  const shown = { title: draft[`title.${language}`].trim(), text: draft[`text.${language}`].trim(), lang: language }
  return (
    <Panel component="section" aria-label={t('messages.preview.heading')}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {t('messages.preview.heading')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <PhonePreview {...shown} theme="light" />
        {/* The same content again: hidden from screen readers. */}
        <div aria-hidden="true">
          <PhonePreview {...shown} theme="dark" />
        </div>
        <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {link === undefined ? t('messages.preview.noLink') : t('messages.preview.opens', { link })}
        </Box>
        <MessageReach draft={draft} languages={languages} audience={audience} />
      </Box>
    </Panel>
  )
}

type PhonePreviewProps = {
  title: string
  text: string
  /** The language of the message. */
  lang: string
  theme: 'light' | 'dark'
}

// A phone's colours don't depend on those of the back office.
const PHONE_LOOKS = {
  light: { wall: 'linear-gradient(160deg, #cfe3d4, #8fb3c9)', card: '#f6f7f6', ink: '#1b1d1c', quiet: '#4d5451' },
  dark: { wall: 'linear-gradient(160deg, #12251c, #1c2733)', card: '#2a2d2c', ink: '#f4f5f4', quiet: '#c3c9c6' },
} as const

/** As phones truncate it: one line of the title, four of the text. */
const clampLines = (count: number) =>
  ({
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: count,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  }) as const

/** A message as a locked phone shows it. */
function PhonePreview({ title, text, lang, theme }: PhonePreviewProps) {
  const { t } = useTranslation()
  const { wall, card, ink, quiet } = PHONE_LOOKS[theme]
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
          <Box lang={lang} sx={{ fontWeight: 650, ...clampLines(1) }}>
            {title || t('messages.preview.title')}
          </Box>
          <Box lang={lang} sx={{ whiteSpace: 'pre-line', ...clampLines(4) }}>
            {text || t('messages.preview.text')}
          </Box>
        </Box>
      </Box>
    </Box>
  )
}

/** A message by the id in an address; none for an empty id. */
const useMessage = (id: string) =>
  useQuery({ ...queryFor(messages.get, { params: { id } }), enabled: /^[1-9]\d*$/.test(id) }).data
