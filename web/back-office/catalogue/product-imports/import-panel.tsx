import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type ProductImport, productImports } from '#contract/catalogue/product-imports.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { CloseIcon } from '#web/kit/ui/icons.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { ChooseFile, USUAL_CHOICES } from './choose-file.tsx'
import { ImportReview } from './import-review.tsx'

/** Imports products from a spreadsheet, over the product list: choose a file, review, save, and undo if needed. */
export function ImportPanel() {
  const { t } = useTranslation()
  const { isOpen, id, open, close } = useImportAddress()
  const titleId = useId()
  return (
    <Dialog open={isOpen} onClose={close} fullScreen hasOwnEntry aria-labelledby={titleId}>
      <Box sx={{ display: 'flex', alignItems: 'center', maxWidth: 1600, width: '100%', mx: 'auto', pr: 1 }}>
        <DialogTitle id={titleId} component="h1" sx={{ flex: 1, px: { xs: 2, sm: 3 } }}>
          {t('productImport.title')}
        </DialogTitle>
        <IconButton onClick={close} aria-label={t('common.close')}>
          <CloseIcon />
        </IconButton>
      </Box>
      <DialogContent sx={{ maxWidth: 1600, width: '100%', mx: 'auto', px: { xs: 2, sm: 3 } }}>
        <ImportSteps id={id} open={open} close={close} />
      </DialogContent>
    </Dialog>
  )
}

type StepsProps = Pick<ReturnType<typeof useImportAddress>, 'id' | 'open' | 'close'>

/** The next file, such as the corrected one, is checked with the same choices, until the panel is closed. */
function ImportSteps({ id, open, close }: StepsProps) {
  const [choices, setChoices] = useState(USUAL_CHOICES)
  if (id !== undefined) return <ImportReview key={id} id={id} onAnother={() => open()} onDone={close} />
  return (
    <ChooseFile choices={choices} onChange={setChoices} onChecked={checked => open(checked.id)}>
      <EarlierImports onOpen={open} />
    </ChooseFile>
  )
}

const MAX_SHOWN = 5
const STATE_TONES = { uploaded: 'closed', checked: 'attention', applied: 'open', undone: 'closed' } as const

const formatTime = ({ applied_at: applied, checked_at: checked }: ProductImport): string =>
  shopTimeText(applied ?? checked)

/** The latest imports, to review or undo. */
function EarlierImports({ onOpen }: { onOpen: (id: number) => void }) {
  const { t } = useTranslation()
  const { data } = useQuery({
    ...queryFor(productImports.list, { query: { size: MAX_SHOWN } }),
    staleTime: 0,
    meta: { handlesOwnError: true },
  })
  if (!data || data.items.length === 0) return null
  return (
    <section aria-labelledby="earlier-imports">
      <Typography variant="h3" component="h2" id="earlier-imports" sx={{ mb: 1 }}>
        {t('productImport.earlier')}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
        {data.items.map(each => (
          <Box component="li" key={each.id} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
            <Button
              variant="text"
              size="small"
              onClick={() => onOpen(each.id)}
              sx={{ textAlign: 'start', overflowWrap: 'anywhere', minWidth: 0 }}
            >
              {t('productImport.openEarlier', {
                number: String(each.id),
                name: each.file_name,
                time: formatTime(each),
              })}
            </Button>
            <StatusPill tone={STATE_TONES[each.state]}>{t(`productImport.states.${each.state}`)}</StatusPill>
          </Box>
        ))}
      </Box>
    </section>
  )
}

const IMPORT_PARAMETER = 'import'

/** The history state of an opened panel: the product list is the previous entry. */
const OVER_LIST = { isOverList: true }

/** The address contains whether the panel is open, and its import: a reload, a link and Back restore it. */
export function useImportAddress() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const param = params.get(IMPORT_PARAMETER)
  const isOpen = param !== null
  const change = (value: string | undefined, options: { replace: boolean; state: unknown }) =>
    setParams(current => {
      const next = new URLSearchParams(current)
      if (value === undefined) next.delete(IMPORT_PARAMETER)
      else next.set(IMPORT_PARAMETER, value)
      return next
    }, options)
  const id = Number(param)
  return {
    isOpen,
    id: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    /** All steps of the panel share one history entry: Back closes the panel at any of them. */
    open: (importId?: number) =>
      change(String(importId ?? ''), { replace: isOpen, state: isOpen ? (state as unknown) : OVER_LIST }),
    close: () => {
      const isOverList = (state as Partial<typeof OVER_LIST> | null)?.isOverList === true
      if (isOverList) void navigate(-1)
      else change(undefined, { replace: true, state: null })
    },
  }
}
