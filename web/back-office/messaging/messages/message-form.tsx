import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import type { Message } from '#contract/messaging/messages.ts'
import { RecordFormFrame } from '#web/kit/forms/record-form-frame.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { ActionButton } from '#web/kit/ui/action-button.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { copyOf, EMPTY_DRAFT } from './message-draft.ts'
import { fieldLabel } from './message-words.ts'
import { SendDialog } from './send-dialog.tsx'
import { TimeFields } from './time-fields.tsx'
import { useMessageForm } from './use-message-form.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { WordFields } from './word-fields.tsx'

interface MessageFormProps {
  /** An earlier one that it begins from. */
  copied?: Message | undefined
  onSent: () => void
}

/** A new message, beside it what it looks like on a phone. */
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
