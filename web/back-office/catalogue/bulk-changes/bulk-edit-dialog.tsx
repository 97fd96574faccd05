import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { bulkChanges, type BulkDone, type BulkRow } from '#contract/catalogue/bulk-changes.ts'
import { CAMPAIGN_OBSTACLES } from '#domain/catalogue/bulk-campaign.ts'
import { type BulkChange, isOfCampaigns } from '#domain/catalogue/bulk-change.ts'
import { FIELD_PROBLEMS } from '#domain/catalogue/product-form.ts'
import { numberText } from '#domain/format/number-text.ts'
import { parseDecimalInput } from '#domain/quantity.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { todayAt } from '#web/back-office/kit/days.ts'
import { hasCode, errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { RowSelection } from '#web/kit/lists/list-types.ts'
import { PATHS } from '#web/kit/paths.ts'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import type { SelectOption } from '#web/kit/ui/inputs/select-input.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { changeIn, EMPTY_DRAFT, ChangeFields } from './change-fields.tsx'
import { campaignDaysText, useUndoChange } from './earlier-changes.tsx'

type BulkEditDialogProps = {
  selection: RowSelection
  vatClasses: readonly SelectOption[]
  onClose: () => void
  /** Called after a change, so that the selection can be cleared. */
  onDone: () => void
}

/** One change for all selected products: choose, preview, apply. */
export function BulkEditDialog({ selection, vatClasses, onClose, onDone }: BulkEditDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const [today] = useState(() => todayAt())
  const [draft, setDraft] = useState(() => ({ ...EMPTY_DRAFT, fromDay: plusDays(today, 1) }))
  const { preview, error, isBusy, loadPreview, apply, back } = useBulkEdit(selection, onDone)
  const change = changeIn(draft, today)
  const products = selection.kind === 'all' ? selection.total : selection.ids.length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!change || isBusy) return
    void (preview ? apply(change, preview.preview_hash) : loadPreview(change))
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullScreen={isPhone} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{t('bulkEdit.title', { count: products })}</DialogTitle>
      <Box component="form" onSubmit={submit} noValidate sx={{ display: 'contents' }}>
        <DialogContent>
          {preview && change ? (
            <BulkPreview change={change} preview={preview} />
          ) : (
            <ChangeFields
              draft={draft}
              vatClasses={vatClasses}
              onChange={changes => setDraft({ ...draft, ...changes })}
            />
          )}
          {error !== undefined && (
            <Box role="alert" sx={{ color: 'error.main', mt: 2 }}>
              {error}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          {preview ? (
            <Button onClick={back}>{t('bulkEdit.back')}</Button>
          ) : (
            <Button onClick={onClose}>{t('common.cancel')}</Button>
          )}
          <ActionButton
            type="submit"
            variant="contained"
            loading={isBusy}
            disabled={change === undefined || preview?.changed === 0}
          >
            {preview ? t('bulkEdit.apply', { count: preview.changed }) : t('bulkEdit.preview')}
          </ActionButton>
        </DialogActions>
      </Box>
    </Dialog>
  )
}

/** More rows than this are hard to read; the counts cover all products. */
const MAX_SHOWN = 100

type BulkPreviewProps = {
  change: BulkChange
  preview: BulkDone
}

const OF_PRICES: readonly BulkChange['kind'][] = [
  'pricePercent',
  'priceTo',
  'campaignPercent',
  'campaignTo',
  'endCampaign',
]

function valueText(value: BulkRow['from'], kind: BulkChange['kind'], t: Translate): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') {
    if (kind === 'offered') return value ? t('bulkEdit.isOffered') : t('bulkEdit.isNotOffered')
    return value ? t('products.enabled') : t('products.disabled')
  }
  if (typeof value === 'string') return value
  return OF_PRICES.includes(kind) ? eurosText(value) : numberText(parseDecimalInput(String(value)) ?? 0)
}

type RowProblem = BulkRow['problems'][number]['problem']

function problemText(problem: RowProblem, t: Translate): string {
  const obstacle = CAMPAIGN_OBSTACLES.find(each => each === problem)
  if (obstacle) return t(`bulkEdit.obstacles.${obstacle}`)
  const formProblem = FIELD_PROBLEMS.find(each => each === problem)
  return formProblem ? t(`productForm.problems.${formProblem}`, { count: 0, value: '' }) : problem
}

function unannouncedText({ lowest_price: price }: NonNullable<BulkRow['unannounced']>, t: Translate): string {
  return price === null ? t('bulkEdit.tooNew') : t('bulkEdit.unannounced', { price: eurosText(price) })
}

/** The days of a campaign, or what follows from its end. */
function noteOn(change: BulkChange, t: Translate): string | undefined {
  if (change.kind === 'campaignPercent' || change.kind === 'campaignTo')
    return `${t('pricePlans.kinds.campaign')}, ${campaignDaysText(change)}`
  if (change.kind !== 'endCampaign') return undefined
  return change.state === 'running' ? t('bulkEdit.endHint') : undefined
}

/** What a change would do to each product: those that it can't change come first. */
function BulkPreview({ change, preview }: BulkPreviewProps) {
  const { t } = useTranslation()
  const inOrder = [
    ...preview.rows.filter(({ outcome }) => outcome === 'invalid'),
    ...preview.rows.filter(({ outcome }) => outcome === 'changed'),
  ]
  const shown = inOrder.slice(0, MAX_SHOWN)
  const note = noteOn(change, t)
  return (
    <Box sx={{ display: 'grid', gap: 1.5, pt: 1 }}>
      <Box role="status" sx={{ fontWeight: 650 }}>
        {[
          t('bulkEdit.willChange', { count: preview.changed }),
          ...(preview.same > 0 ? [t('bulkEdit.same', { count: preview.same })] : []),
          ...(preview.invalid > 0 ? [t('bulkEdit.invalid', { count: preview.invalid })] : []),
        ].join(' ')}
      </Box>
      {note !== undefined && <Box>{note}</Box>}
      <Box component="ul" aria-label={t('bulkEdit.products')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.map(row => (
          <Box
            component="li"
            key={row.product_id}
            sx={{ py: 1, borderBottom: 1, borderColor: 'divider', display: 'flex', flexWrap: 'wrap', columnGap: 2 }}
          >
            <Box sx={{ flex: '1 1 12rem', minWidth: 0, overflowWrap: 'anywhere' }}>{row.name}</Box>
            <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {valueText(row.from, change.kind, t)} → {valueText(row.to, change.kind, t)}
            </Box>
            {row.problems.map(({ field, problem }) => (
              <Box key={`${field} ${problem}`} sx={{ flexBasis: '100%', color: 'error.main', typography: 'body2' }}>
                {problemText(problem, t)}
              </Box>
            ))}
            {row.unannounced && (
              <Box sx={{ flexBasis: '100%', color: 'text.secondary', typography: 'body2' }}>
                {unannouncedText(row.unannounced, t)}
              </Box>
            )}
          </Box>
        ))}
      </Box>
      {inOrder.length > shown.length && (
        <Box sx={{ color: 'text.secondary' }}>{t('bulkEdit.more', { count: inOrder.length - shown.length })}</Box>
      )}
    </Box>
  )
}

/** How long the notice of a change offers undo; later it is among the earlier changes. */
const UNDO_MS = 10_000
const LABELS_NOTICE = 'bulk-labels'

/** Proxies limit the length of an address: the labels of more products are printed from the list. */
const MAX_IN_ADDRESS = 500

/** The list with the labels that a change of campaigns demands: of the first day, or of today after the end. */
function withLabels(list: URLSearchParams, { change, rows }: { change: BulkChange; rows: readonly BulkRow[] }) {
  if (!isOfCampaigns(change) || (change.kind === 'endCampaign' && change.state === 'planned')) return undefined
  const ids = rows.filter(({ outcome }) => outcome === 'changed').map(({ product_id }) => product_id)
  if (ids.length === 0 || ids.length > MAX_IN_ADDRESS) return undefined
  const params = new URLSearchParams(list)
  params.set('labels', ids.join(','))
  if (change.kind !== 'endCampaign') params.set('labels_day', change.from_day)
  return `${PATHS.products}?${params.toString()}`
}

/** Notifies of changed products, and offers undo for a while. For campaigns, a second notice offers labels, and stays. */
function useUndoNotice() {
  const { t } = useTranslation()
  const { notify, dismiss } = useNotices()
  const { undo } = useUndoChange()
  const navigate = useNavigate()
  const [list] = useSearchParams()
  return ({ id, changed: count, rows }: BulkDone, change: BulkChange) => {
    const text = t('bulkEdit.changed', { count })
    const onUndo = (done: number) => {
      dismiss(LABELS_NOTICE)
      void undo(done, change)
    }
    const action = id === null ? undefined : { label: t('common.undo'), onAct: () => onUndo(id) }
    const notice = notify({ id: `bulk-changed-${id}`, severity: 'success', text, ...(action && { action }) })
    setTimeout(() => dismiss(notice), UNDO_MS)
    const labels = withLabels(list, { change, rows })
    if (labels === undefined) return
    const print = { label: t('bulkEdit.print'), ariaLabel: t('labels.print'), onAct: () => void navigate(labels) }
    notify({ id: LABELS_NOTICE, severity: 'info', text: t('bulkEdit.newLabels'), action: print })
  }
}

/** Previews a change of the selected products, and applies it. */
function useBulkEdit(selection: RowSelection, onDone: () => void) {
  const { t } = useTranslation()
  const notifyWithUndo = useUndoNotice()
  const [preview, setPreview] = useState<BulkDone>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const query = selection.kind === 'all' ? selection.query : {}
  const ids = selection.kind === 'all' ? null : [...selection.ids]
  const back = () => setPreview(undefined)

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (thrown) {
      // The preview is out of date and has to be requested again.
      if (hasCode(thrown, 'record.changed')) back()
      setError(hasCode(thrown, 'record.changed') ? t('bulkEdit.outdated') : errorText(thrown, t))
    } finally {
      setBusy(false)
    }
  }
  const loadPreview = (change: BulkChange) =>
    attempt(async () => {
      const body = { preview: true, ids, change } as const
      // A preview changes nothing.
      setPreview(await callApi(bulkChanges.change, { query, body, reload: 'later' }))
    })
  const apply = (change: BulkChange, preview_hash: string) =>
    attempt(async () => {
      notifyWithUndo(
        await callApi(bulkChanges.change, { query, body: { preview: false, ids, change, preview_hash } }),
        change,
      )
      onDone()
    })
  return { preview, error, isBusy, loadPreview, apply, back }
}
