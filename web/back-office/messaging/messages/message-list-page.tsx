import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { type Message, messages } from '#contract/messaging/messages.ts'
import { useLanguages } from '#web/kit/languages/queries.ts'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListFilter, ListSource } from '#web/kit/lists/list-types.ts'
import { PATHS } from '#web/kit/paths.ts'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { useMessageColumns } from './message-columns.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import { useAct } from '#web/kit/mutations/use-act.ts'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { momentText } from './message-words.ts'

/** Asks for confirmation before a scheduled message is cancelled. */
function CancelDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const { isBusy, act } = useAct('cancelled')
  const cancel = () =>
    act(async () => {
      await callApi(messages.cancel, { params: { id: message.id } })
      return t('messages.cancelled', { title: message.title })
    }).finally(() => {
      void cache.invalidateQueries({ queryKey: queryKeyOf(messages.list) })
      onClose()
    })
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
    <Button variant="contained" component={Link} to={PATHS.messageCreate}>
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
