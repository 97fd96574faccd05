import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import type { Message } from '#contract/messaging/messages.ts'
import { useLanguages } from '#web/kit/languages/queries.ts'
import type { ListColumn } from '#web/kit/lists/list-types.ts'
import { PATHS } from '#web/kit/paths.ts'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { languageName, momentText, STATE_TONES } from './message-words.ts'

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
export function useMessageColumns(onCancel: (message: Message) => void): readonly ListColumn<Message>[] {
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
      cell: ({ by }) => <Box sx={{ overflowWrap: 'anywhere' }}>{by.email}</Box>,
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
