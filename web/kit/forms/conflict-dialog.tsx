import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { audit, type AuditKind } from '#contract/administration/audit-log.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import type { Fields } from '#domain/three-way-merge.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { useMay } from '#web/kit/session/use-may.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { ChoiceList } from '#web/kit/ui/inputs/choice-list.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import type { ChooseSide, FieldChange } from './merge-values.ts'

type ConflictDialogProps = FieldLabels & {
  fields: readonly FieldChange[]
  record: AuditedRecord
  isSaving: boolean
  choose: (choose: ChooseSide) => void
  close: () => void
}

type ConflictSide = 'mine' | 'theirs'

type FieldChoiceProps = {
  change: FieldChange
  words: FieldLabels
  chosen: ConflictSide | undefined
  onChoose: (side: ConflictSide) => void
}

function FieldChoice({ change, words, chosen, onChoose }: FieldChoiceProps) {
  const { t } = useTranslation()
  const { label, mine, theirs } = changeLabels(change, words, t)
  return (
    <Box>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {label}
      </Typography>
      <ChoiceList
        label={label}
        chosen={chosen}
        onChange={onChoose}
        choices={[
          { value: 'mine', label: t('forms.mine'), text: mine },
          { value: 'theirs', label: t('forms.theirs'), text: theirs },
        ]}
      />
    </Box>
  )
}

/** Both users changed the same fields to different values: one is chosen for each. Everything else of both is kept. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { fields, record, isSaving, choose, close, ...words } = props
  const { t } = useTranslation()
  const id = useId()
  const other = useOthersChange(record)
  const [sides, setSides] = useState<Readonly<Record<string, ConflictSide>>>({})
  const [isTried, setTried] = useState(false)
  const isMissing = fields.some(({ field }) => sides[field] === undefined)
  const save = () => {
    setTried(true)
    if (!isMissing) choose(field => sides[field] ?? 'mine')
  }
  return (
    <Dialog open onClose={close} aria-labelledby={`${id}-title`} fullWidth maxWidth="sm" place="near">
      <DialogTitle id={`${id}-title`}>{t('forms.conflictTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {other ? t('forms.conflictBy', other) : t('forms.conflictText')}
        </Typography>
        {fields.map(change => (
          <FieldChoice
            key={change.field}
            change={change}
            words={words}
            chosen={sides[change.field]}
            onChoose={side => setSides(before => ({ ...before, [change.field]: side }))}
          />
        ))}
        <Box role="alert" sx={{ color: 'error.main' }}>
          {isTried && isMissing && t('forms.chooseEach')}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{t('forms.keepEditing')}</Button>
        <ActionButton variant="contained" onClick={save} loading={isSaving}>
          {t('forms.save')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}

type FieldLabels = {
  /** The name of a field or a group of fields. */
  getLabel: (field: string) => string
  /** A value as text where it is not readable itself, such as an id; undefined leaves it unchanged. */
  formatValue?: ((field: string, value: string | boolean) => string | undefined) | undefined
}

/** The label of a changed field or group, and its versions as text. */
function changeLabels({ field, mine, theirs }: FieldChange, { getLabel, formatValue }: FieldLabels, t: Translate) {
  const names = Object.keys({ ...mine, ...theirs })
  const [only = field] = names
  const one = (name: string, value: string | boolean) =>
    formatValue?.(name, value) ?? (typeof value === 'boolean' ? t(value ? 'forms.yes' : 'forms.no') : value || '–')
  const formatVersion = (version: Fields): string => {
    const values = Object.entries(version)
    if (values.length === 0) return t('forms.notThere')
    if (names.length === 1) return values.map(([name, value]) => one(name, value)).join('')
    return values
      .map(([name, value]) => t('forms.valueOf', { field: getLabel(name), value: one(name, value) }))
      .join(' · ')
  }
  return {
    label: getLabel(names.length === 1 ? only : field),
    mine: formatVersion(mine),
    theirs: formatVersion(theirs),
  }
}

/** How many changes to search: the newest may already be the user's own. */
const MAX_LISTED = 5

export type AuditedRecord = {
  kind: AuditKind
  id: number
}

/** The latest change by another user among the newest few; undefined before it is loaded, or if there is none to show. */
function useOthersChange(record: AuditedRecord): { email: string; time: string } | undefined {
  const me = useUser()
  const may = useMay()
  const { data } = useQuery({
    ...queryFor(audit.listByRecord, { params: record, query: { size: MAX_LISTED } }),
    enabled: may(audit.listByRecord),
    // Cached data does not contain what was saved meanwhile.
    staleTime: 0,
    meta: { handlesOwnError: true },
  })
  const change = data?.items.find(({ by }) => by.id !== me.id)
  return change && { email: change.by.email, time: shopTimeText(change.at) }
}

type MergedChangesNoteProps = FieldLabels & {
  adopted: readonly FieldChange[]
  record: AuditedRecord
}

/** What another user changed during the editing; the changes of both are kept. */
export function MergedChangesNote({ adopted, record, ...words }: MergedChangesNoteProps) {
  const { t } = useTranslation()
  const other = useOthersChange(record)
  const changes = adopted
    .map(change => changeLabels(change, words, t))
    .map(({ label, mine, theirs }) => t('forms.mergedChange', { field: label, before: mine, after: theirs }))
    .join('; ')
  return (
    <Panel tone="attention">
      <Box role="status" sx={{ overflowWrap: 'anywhere' }}>
        {other ? t('forms.mergedBy', { email: other.email, changes }) : t('forms.merged', { changes })}
      </Box>
    </Panel>
  )
}
