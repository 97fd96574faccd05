import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useState } from 'react'
import { type Message, messages } from '#contract/messaging/messages.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useLanguages } from '#web/kit/i18n/language-queries.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListColumn, ListFilter, ListSource } from '#web/kit/lists/list-types.ts'
import { EmailText } from '#web/kit/lists/row-parts.tsx'
import { useAct } from '#web/kit/mutations/use-act.ts'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { languageName, momentText, STATE_TONES } from './use-message-form.ts'

/** Asks for confirmation before a scheduled message is cancelled. */
function CancelDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation()
  const { isBusy, act } = useAct('cancelled')
  const cancel = () =>
    act(async () => {
      await callApi(messages.cancel, { params: { id: message.id } })
      return t('messages.cancelled', { title: message.title })
    }).finally(onClose)
  return (
    <ConfirmDialog
      open
      title={t('messages.cancelTitle', { title: message.title })}
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

const SOURCE: ListSource<Message> = {
  endpoint: messages.list,
  idOf: ({ id }) => id,
  nameOf: ({ title }) => title,
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
      name: 'language_id',
      label: t('messages.fields.language_id'),
      options: languages.flatMap(({ id, name }) => (id === undefined ? [] : [{ value: String(id), label: name }])),
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
        source={SOURCE}
        columns={useMessageColumns(setCancelled)}
        usualSort="-send_at"
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

const nameCell = ({ title, text }: Message) => (
  <Box sx={{ overflowWrap: 'anywhere', maxWidth: '60ch' }}>
    <div>{title}</div>
    <Box sx={{ fontWeight: 400, color: 'text.secondary', typography: 'body2', whiteSpace: 'pre-line' }}>{text}</Box>
  </Box>
)
const linkCell = ({ url }: Message) => <Box sx={{ overflowWrap: 'anywhere' }}>{url}</Box>

function Outcome({ message }: { message: Message }) {
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

function Deeds({ message, onCancel }: { message: Message; onCancel: (message: Message) => void }) {
  const { t } = useTranslation()
  const { title, state } = message
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
      {state === 'scheduled' && (
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
  const languages = useLanguages()
  return [
    { name: 'title', label: t('messages.message'), role: 'title', sort: 'title', cell: nameCell },
    {
      name: 'language',
      label: t('messages.fields.language_id'),
      cell: ({ language_id: id }) => languageName(languages, id),
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
    { name: 'outcome', label: t('messages.devices'), cell: message => <Outcome message={message} /> },
    {
      name: 'state',
      label: t('messages.state'),
      role: 'status',
      cell: ({ state }) => <StatusPill tone={STATE_TONES[state]}>{t(`messages.states.${state}`)}</StatusPill>,
    },
    {
      name: 'deeds',
      label: t('messages.deeds'),
      isLabelHidden: true,
      role: 'status',
      cell: message => <Deeds message={message} onCancel={onCancel} />,
    },
  ]
}
