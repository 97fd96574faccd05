import Button from '@mui/material/Button'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import { shelfLabels } from '#contract/catalogue/shelf-labels.ts'
import { LABEL_STATES, type LabelState } from '#domain/catalogue/printed-shelf-label.ts'
import { isDay } from '#domain/format/iso-day.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { todayAt } from '#web/back-office/kit/days.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { RowSelection } from '#web/kit/lists/list-types.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { LabelsDialog } from './labels-dialog.tsx'

/** The filter of labels in the address; `ofDay`: the day whose labels it is about, for the dialog, if not today. */
export function useLabelFilter(): { labels: LabelState | undefined; dayParams: { firstDay?: string } } {
  const [params] = useSearchParams()
  const labels = LABEL_STATES.find(state => state === params.get('shelf_label'))
  const query = { shelf_label: 'printedLast', size: 1 } as const
  const { data } = useQuery({ ...queryFor(adminProducts.list, { query }), enabled: labels === 'printedLast' })
  const last = data?.items[0]?.shelf_label?.day ?? ''
  const today = todayAt()
  if (labels === 'dueTomorrow') return { labels, dayParams: { firstDay: plusDays(today, 1) } }
  return { labels, dayParams: labels === 'printedLast' && last > today ? { firstDay: last } : {} }
}

/** Prints the labels of all listed products; nothing unless the list is filtered by label state. */
export function PrintAll({ selection }: { selection: RowSelection }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { labels, dayParams } = useLabelFilter()
  if (!labels) return null
  return (
    <>
      <Button variant="contained" size="small" onClick={() => setOpen(true)}>
        {t('labels.printAll')}
      </Button>
      {isOpen && <LabelsDialog selection={selection} {...dayParams} onClose={() => setOpen(false)} />}
    </>
  )
}

/** For printed labels that are out of date and hang on no shelf: they leave the list without being printed. */
export function ForgetLabels({ selection, onDone }: { selection: RowSelection; onDone: () => void }) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      callApi(shelfLabels.markUnprinted, {
        query: selection.kind === 'all' ? selection.query : {},
        body: { ids: selection.kind === 'all' ? null : [...selection.ids] },
      }),
    onSuccess: () => {
      notify({ id: 'labels-forgotten', severity: 'info', text: t('labels.forgotten') })
      onDone()
    },
    onError: error => {
      notifyFailure(error)
    },
  })
  return (
    <ActionButton variant="outlined" loading={isPending} onClick={() => mutate()}>
      {t('labels.forget')}
    </ActionButton>
  )
}

const ON_SALE = { enabled: 'true' } as const

/** The products in an address: `1001,1002`. */
const parseIds = (text: string | null): number[] =>
  text !== null && /^[1-9]\d{0,9}(?:,[1-9]\d{0,9})*$/.test(text) ? text.split(',').map(Number) : []

/** `?labels=all`: the labels of all products on sale; with ids, those of these products, for `labels_day`. */
export function RequestedLabels() {
  const [search, setSearch] = useSearchParams()
  const requested = search.get('labels')
  const ids = parseIds(requested)
  const day = search.get('labels_day') ?? ''
  const isOfAll = requested === 'all'
  const { data } = useQuery({ ...queryFor(adminProducts.list, { query: { ...ON_SALE, size: 1 } }), enabled: isOfAll })
  const all: RowSelection | undefined = isOfAll && data ? { kind: 'all', query: ON_SALE, total: data.total } : undefined
  const selection: RowSelection | undefined = ids.length > 0 ? { kind: 'rows', ids } : all
  if (!selection) return null
  const close = () =>
    setSearch(
      before => {
        const next = new URLSearchParams(before)
        next.delete('labels')
        next.delete('labels_day')
        return next
      },
      { replace: true },
    )
  return <LabelsDialog selection={selection} {...(isDay(day) && { firstDay: day })} onClose={close} />
}
