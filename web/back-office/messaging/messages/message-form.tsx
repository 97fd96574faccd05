import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import type { Message } from '#contract/messaging/messages.ts'
import { RecordFormFrame } from '#web/kit/forms/record-form-frame.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { ActionButton } from '#web/kit/ui/action-button.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { copyOf, EMPTY_DRAFT, formOf } from './message-draft.ts'
import { fieldLabel, languageName } from './message-words.ts'
import { useMessageForm, type SendQuestion, type MessageFormControl } from './use-message-form.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { WordFields } from './word-fields.tsx'
import { useLanguages } from '#web/kit/languages/queries.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { useAudience } from './queries.ts'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import { FormSection, Wide } from '#web/kit/forms/form-section.tsx'
import { SelectInput } from '#web/kit/ui/select-input.tsx'
import { TextInput } from '#web/kit/ui/text-input.tsx'

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

interface MessageFormProps {
  /** The earlier message that is copied. */
  copied?: Message | undefined
  onSent: () => void
}

/** A new message, with a preview of it on a phone. */
export function MessageForm({ copied, onSent }: MessageFormProps) {
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
