import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { adminPreorderEvents } from '#contract/preorders/admin-preorder-events.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { daysText } from '#domain/format/day-text.ts'
import { PATHS } from '#web/kit/paths.ts'
import type { PaletteGroup } from './use-palette-groups.ts'

const AT_MOST = 5

/** The pre-order events whose names match the words, latest first; an empty text sends no request. */
export function useFoundEvents(q: string) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const enabled = q !== ''
  const { data, isFetching, isError } = useQuery({
    ...queryOf(adminPreorderEvents.list, { query: { q, size: AT_MOST } }),
    enabled,
    placeholderData: keepPreviousData,
    meta: { isBackground: true },
  })
  const entries = (enabled ? (data?.items ?? []) : []).map(event => ({
    id: `preorder-event-${event.id}`,
    label: event.name,
    detail: daysText(event),
    act: () => void navigate(`${PATHS.preorderEvents}/${event.id}/edit`),
  }))
  const group: PaletteGroup = { label: t('links./preorder-events'), entries }
  return { group, isFetching: enabled && isFetching, isError: enabled && isError }
}
