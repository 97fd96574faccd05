import Box from '@mui/material/Box'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { useId } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useSearchParams } from '#web/kit/shell/link.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { CloseIcon } from '#web/kit/ui/icons.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ImportReview } from './import-review.tsx'

/** Imports products from a spreadsheet, over the product list: choose a file, review, save, and undo if needed. */
export function ImportPanel() {
  const { t } = useTranslation()
  const { isOpen, id, open, close } = useImportAddress()
  const titleId = useId()
  return (
    <Dialog open={isOpen} onClose={close} fullScreen hasOwnEntry aria-labelledby={titleId}>
      <Box sx={{ display: 'flex', alignItems: 'center', maxWidth: 960, width: '100%', mx: 'auto', pr: 1 }}>
        <DialogTitle id={titleId} component="h1" sx={{ flex: 1, px: { xs: 2, sm: 3 } }}>
          {t('productImport.title')}
        </DialogTitle>
        <IconButton onClick={close} aria-label={t('common.close')}>
          <CloseIcon />
        </IconButton>
      </Box>
      <DialogContent sx={{ maxWidth: 960, width: '100%', mx: 'auto', px: { xs: 2, sm: 3 } }}>
        {id === undefined ? (
          <ChooseFile onChecked={checked => open(checked.id)} onOpen={open} />
        ) : (
          <ImportReview key={id} id={id} onAnother={() => open()} />
        )}
      </DialogContent>
    </Dialog>
  )
}

const PARAM = 'import'

/** The history state of an opened panel: the product list is the previous entry. */
const OVER_LIST = { isOverList: true }

/** The address contains whether the panel is open, and its import: a reload, a link and Back restore it. */
export function useImportAddress() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const said = params.get(PARAM)
  const isOpen = said !== null
  const change = (value: string | undefined, options: { replace: boolean; state: unknown }) =>
    setParams(current => {
      const next = new URLSearchParams(current)
      if (value === undefined) next.delete(PARAM)
      else next.set(PARAM, value)
      return next
    }, options)
  const id = Number(said)
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
