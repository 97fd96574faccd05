import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { audit, type AuditKind } from '#contract/audit.ts'
import { queryOf } from '#web/api/query-of.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import type { FormValues } from './form-state.ts'

interface ConflictDialogProps {
  mine: FormValues
  theirs: FormValues
  record: { kind: AuditKind; id: number }
  labelOf: (field: string) => string
  /** A value in words where it is no text of its own, such as an id; undefined leaves it as it is. */
  show?: ((field: string, value: string | boolean) => string | undefined) | undefined
  isSaving: boolean
  takeTheirs: () => void
  saveMine: () => void
  close: () => void
}

const cell = { p: 1, textAlign: 'start', verticalAlign: 'top', borderBottom: 1, borderColor: 'divider' } as const
// On a phone each field is a small sheet: its name, and below it both values with whose they are.
const table = {
  width: '100%',
  borderCollapse: 'collapse',
  '@media (max-width: 599.95px)': {
    '& thead': { position: 'absolute', clipPath: 'inset(50%)' },
    '& tbody tr': { display: 'grid', py: 1, borderBottom: 1, borderColor: 'divider' },
    '& th, & td': { p: 0, border: 0 },
    '& td::before': { content: 'attr(data-whose)', display: 'block', typography: 'body2', color: 'text.secondary' },
  },
} as const

// On a phone nearer to its edges than a dialog usually is.
const paper = {
  sx: { m: { xs: 2, sm: 4 }, width: { xs: 'calc(100% - 32px)' }, maxHeight: { xs: 'calc(100% - 32px)' } },
} as const

/** Somebody else saved the record meanwhile: both are shown field by field, and one of them is chosen. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { mine, theirs, record, labelOf, show, isSaving, takeTheirs, saveMine, close } = props
  const { t } = useTranslation()
  const id = useId()
  const who = useQuery({
    ...queryOf(audit.ofRecord, { params: record, query: { size: 1 } }),
    meta: { showsOwnError: true },
  })
  const change = who.data?.items[0]
  const fields = Object.keys({ ...theirs, ...mine }).filter(field => mine[field] !== theirs[field])
  const words = (field: string, value: string | boolean = '') =>
    show?.(field, value) ?? (typeof value === 'boolean' ? t(value ? 'forms.yes' : 'forms.no') : value || '–')
  const time = change && new Date(change.at).toLocaleTimeString('fi-FI', { hour: '2-digit', minute: '2-digit' })
  return (
    <Dialog open onClose={close} aria-labelledby={`${id}-title`} fullWidth maxWidth="md" slotProps={{ paper }}>
      <DialogTitle id={`${id}-title`}>{t('forms.conflictTitle')}</DialogTitle>
      {/* Longer than a small phone, and nothing in it takes the focus: arrows scroll it. */}
      <DialogContent tabIndex={0}>
        <Typography sx={{ mb: 2 }}>
          {change ? t('forms.conflictBy', { email: change.by.email, time }) : t('forms.conflictText')}
        </Typography>
        <Box component="table" sx={table}>
          <thead>
            <tr>
              {[t('forms.field'), t('forms.mine'), t('forms.theirs')].map(head => (
                <Box component="th" scope="col" key={head} sx={cell}>
                  {head}
                </Box>
              ))}
            </tr>
          </thead>
          <tbody>
            {fields.map(field => (
              <tr key={field}>
                <Box component="th" scope="row" sx={{ ...cell, fontWeight: 650 }}>
                  {labelOf(field)}
                </Box>
                <Box component="td" data-whose={t('forms.mine')} sx={cell}>
                  {words(field, mine[field])}
                </Box>
                <Box component="td" data-whose={t('forms.theirs')} sx={cell}>
                  {words(field, theirs[field])}
                </Box>
              </tr>
            ))}
          </tbody>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{t('forms.keepEditing')}</Button>
        <Button variant="outlined" onClick={takeTheirs} disabled={isSaving}>
          {t('forms.takeTheirs')}
        </Button>
        <ActionButton variant="contained" onClick={saveMine} loading={isSaving}>
          {t('forms.saveMine')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}
