import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useState } from 'react'
import { type Message, messages } from '#contract/messaging/messages.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { LANGUAGE_NAMES } from '#web/kit/forms/texts.ts'
import { useLanguages } from '#web/kit/i18n/language-queries.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListColumn, ListFilter, ListSource } from '#web/kit/lists/list-types.ts'
import { EmailText } from '#web/kit/lists/row-parts.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { momentText, STATE_TONES } from './use-message-form.ts'

/** The text in the reader's language, else in the first one. */
const textIn = ({ texts }: Message, language: string | undefined) =>
  texts.find(text => text.language === language) ?? texts[0]
const titleIn = (message: Message, language: string | undefined) => textIn(message, language)?.title ?? ''

/** Asks for confirmation before a scheduled message is cancelled. */
function CancelDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { isBusy, act } = useAction('cancelled')
  const cancel = () =>
    act(async () => {
      await callApi(messages.cancel, { params: { id: message.id } })
      return t('messages.cancelled', { title: titleIn(message, i18n.resolvedLanguage) })
    }).finally(onClose)
  return (
    <ConfirmDialog
      open
      title={t('messages.cancelTitle', { title: titleIn(message, i18n.resolvedLanguage) })}
      text={t('messages.cancelText', { time: momentText(message) })}
      confirmText={t('messages.cancel')}
      cancelText={t('messages.keep')}
      onConfirm={() => void cancel()}
      onCancel={onClose}
      busy={isBusy}
      danger
    />
  )
}

const [SENDING_MS, SCHEDULED_MS] = [1_500, 15_000]

const LIST_SOURCE: ListSource<Message> = {
  endpoint: messages.list,
  getId: ({ id }) => id,
  getName: message => titleIn(message, undefined),
  // Messages being sent change without an admin's action.
  refreshMs: rows => {
    if (rows.some(({ state }) => state === 'sending')) return SENDING_MS
    return rows.some(({ state }) => state === 'scheduled') ? SCHEDULED_MS : false
  },
}

function useFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const languages = useLanguages()
  const states = ['scheduled', 'sent', 'cancelled'] as const
  return [
    {
      name: 'state',
      label: t('messages.state'),
      options: states.map(state => ({ value: state, label: t(`messages.states.${state}`) })),
    },
    {
      name: 'language',
      label: t('messages.language'),
      options: languages.map(({ code, name }) => ({ value: code, label: name })),
    },
  ]
}

/** The sent and scheduled messages, and their outcomes. */
export function MessageListPage() {
  const { t } = useTranslation()
  const [cancelled, setCancelled] = useState<Message>()
  const create = (
    <Button variant="contained" size="small" component={Link} to={PATHS.messageCreate}>
      {t('messages.new')}
    </Button>
  )
  return (
    <Page title={t('links./messages')} width="wide" aside={create}>
      <AdminList
        caption={t('links./messages')}
        source={LIST_SOURCE}
        columns={useMessageColumns(setCancelled)}
        defaultSort="-send_at"
        search={t('messages.search')}
        filters={useFilters()}
        countText={count => t('messages.count', { count })}
        empty={<EmptyState title={t('messages.emptyTitle')} text={t('messages.emptyText')} action={create} />}
      />
      {cancelled && <CancelDialog message={cancelled} onClose={() => setCancelled(undefined)} />}
    </Page>
  )
}

/** The address of a new message that is copied from an earlier one. */
const copyPath = ({ id }: Message) => `${PATHS.messageCreate}?copy=${id}`

function TextCell({ message }: { message: Message }) {
  const { i18n } = useTranslation()
  const written = textIn(message, i18n.resolvedLanguage)
  return (
    <Box lang={written?.language} sx={{ overflowWrap: 'anywhere', maxWidth: '60ch' }}>
      <div>{written?.title}</div>
      <Box sx={{ fontWeight: 400, color: 'text.secondary', typography: 'body2', whiteSpace: 'pre-line' }}>
        {written?.text}
      </Box>
    </Box>
  )
}
const linkCell = ({ url }: Message) => <Box sx={{ overflowWrap: 'anywhere' }}>{url}</Box>

function MessageOutcome({ message }: { message: Message }) {
  const { t } = useTranslation()
  const { id, devices, delivered, failed, waiting, state } = message
  if (devices === null) return '–'
  const done = devices === 0 ? 100 : Math.round(((devices - waiting) / devices) * 100)
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <span>{t('messages.outcome', { delivered, failed, devices })}</span>
      {state === 'sending' && (
        <LinearProgress variant="determinate" value={done} aria-label={t('messages.progress', { id })} />
      )}
    </Box>
  )
}

function MessageActions({ message, onCancel }: { message: Message; onCancel: (message: Message) => void }) {
  const { t, i18n } = useTranslation()
  const title = titleIn(message, i18n.resolvedLanguage)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, justifyContent: 'end' }}>
      <Button
        variant="text"
        size="small"
        component={Link}
        to={copyPath(message)}
        aria-label={t('messages.copyOf', { title })}
      >
        {t('messages.copy')}
      </Button>
      {message.state === 'scheduled' && (
        <Button
          variant="text"
          size="small"
          color="error"
          onClick={() => onCancel(message)}
          aria-label={t('messages.cancelOf', { title })}
        >
          {t('messages.cancel')}
        </Button>
      )}
    </Box>
  )
}

/** The columns of the message list: content, audience, time and outcome. */
function useMessageColumns(onCancel: (message: Message) => void): readonly ListColumn<Message>[] {
  const { t } = useTranslation()
  return [
    {
      name: 'title',
      label: t('messages.message'),
      role: 'title',
      sort: 'title',
      cell: message => <TextCell message={message} />,
    },
    {
      name: 'language',
      label: t('messages.language'),
      cell: ({ texts }) => texts.map(({ language }) => LANGUAGE_NAMES[language]).join(', '),
    },
    { name: 'url', label: t('messages.fields.url'), optional: 'hidden', labelOnCard: true, cell: linkCell },
    {
      name: 'by',
      label: t('messages.by'),
      optional: 'hidden',
      labelOnCard: true,
      cell: ({ by }) => <EmailText address={by.email} />,
    },
    { name: 'send_at', label: t('messages.at'), sort: 'send_at', cell: momentText },
    { name: 'outcome', label: t('messages.devices'), cell: message => <MessageOutcome message={message} /> },
    {
      name: 'state',
      label: t('messages.state'),
      role: 'status',
      cell: ({ state }) => <StatusPill tone={STATE_TONES[state]}>{t(`messages.states.${state}`)}</StatusPill>,
    },
    {
      name: 'deeds',
      label: t('messages.actions'),
      isLabelHidden: true,
      role: 'status',
      cell: message => <MessageActions message={message} onCancel={onCancel} />,
    },
  ]
}
