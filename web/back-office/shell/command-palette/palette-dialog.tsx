import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { parseScannedCode } from '#domain/catalogue/lot.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { useWideScreen } from '#web/kit/ui/hooks/use-wide-screen.ts'
import { CloseIcon } from '#web/kit/ui/icons.tsx'
import { FIELD_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'
import { useWedgeScanner } from '#web/scanning/use-wedge-scanner.ts'
import { addChoice, readChoices } from './palette-choices.ts'
import { isLasting, type PaletteAccount, usePaletteGroups } from './use-palette-groups.ts'
import type { PaletteEntry, PaletteGroup } from './use-record-search.ts'

type PaletteDialogProps = PaletteAccount & {
  onClose: () => void
}

const ARROW_STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Searches actions and records for the typed text; arrow keys select, Enter opens. */
export function PaletteDialog({ onClose, ...account }: PaletteDialogProps) {
  const { t } = useTranslation()
  const listId = useId()
  const isWide = useWideScreen()
  const [text, setText] = useState('')
  const [activeId, setActiveId] = useState<string>()
  const { id: userId } = useUser()
  const [choices] = useState(() => readChoices(userId))
  const { groups, isSearching, isFailed } = usePaletteGroups(text.trim(), account, choices)
  const entries = groups.flatMap(group => group.entries)
  const active = entries.find(({ id }) => id === activeId) ?? entries[0]
  // A scanned code is searched for like typed text.
  useWedgeScanner(code => setText(parseScannedCode(code).code))
  // What found nothing was another word for what is chosen in the end.
  const fruitless = useRef<string[]>([])
  const isFruitless = entries.length === 0 && !isSearching && text.trim() !== ''
  useEffect(() => {
    // Of the beginnings of a word that is being typed or erased, only the whole.
    if (!isFruitless || fruitless.current.some(other => other.startsWith(text))) return
    fruitless.current = [text, ...fruitless.current.filter(other => !text.startsWith(other))]
  }, [isFruitless, text])
  const activeOption = active && `${listId}-${active.id}`
  useEffect(() => {
    if (activeOption) document.getElementById(activeOption)?.scrollIntoView({ block: 'nearest' })
  }, [activeOption])
  const choose = (entry = active) => {
    if (!entry) return
    if (isLasting(entry)) addChoice(userId, entry.id, [text.trim(), ...fruitless.current])
    onClose()
    entry.act()
  }
  const onKey = (event: KeyboardEvent) => {
    const step = ARROW_STEPS[event.key]
    if (event.nativeEvent.isComposing || (step === undefined && event.key !== 'Enter')) return
    event.preventDefault()
    if (step === undefined) choose()
    else if (active) setActiveId(entries.at((entries.indexOf(active) + step) % entries.length)?.id)
  }
  const status = isFailed
    ? t('palette.failed')
    : entries.length === 0 && !isSearching
      ? t('palette.nothing')
      : t('palette.count', { count: entries.length })
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={!isWide}
      fullWidth
      maxWidth="sm"
      place={isWide ? 'top' : 'middle'}
      aria-label={t('palette.title')}
    >
      <Box sx={{ display: 'flex', gap: 1, p: 1.5 }}>
        <Box
          component="input"
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={activeOption}
          placeholder={t('palette.placeholder')}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          maxLength={100}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          onKeyDown={onKey}
          className={FIELD_CLASS}
          sx={{ flex: 1, minWidth: 0 }}
        />
        <IconButton aria-label={t('common.close')} onClick={onClose} sx={{ width: 56 }}>
          <CloseIcon />
        </IconButton>
      </Box>
      <PaletteList id={listId} groups={groups} active={active} onChoose={choose} />
      <Box role="status" sx={{ px: 3, py: 1.5, typography: 'body2', color: 'text.secondary' }}>
        {status}
      </Box>
    </Dialog>
  )
}

type PaletteListProps = {
  id: string
  groups: readonly PaletteGroup[]
  active: PaletteEntry | undefined
  onChoose: (entry: PaletteEntry) => void
}

const optionStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: 2,
  minHeight: 44,
  px: 1.5,
  py: 1.25,
  borderRadius: 1,
  cursor: 'pointer',
  '&:hover': { bgcolor: 'surface.mist' },
  '&[aria-selected="true"]': { bgcolor: 'secondary.main', color: 'secondary.contrastText' },
  '&[aria-selected="true"] *': { color: 'inherit' },
} as const

/** The results under the palette's field. The focus stays in the field, which references the entry that Enter opens. */
function PaletteList({ id, groups, active, onChoose }: PaletteListProps) {
  const { t } = useTranslation()
  return (
    <Box id={id} role="listbox" aria-label={t('palette.title')} sx={{ overflowY: 'auto', px: 1.5 }}>
      {groups.map(({ label, entries }, index) => (
        <Box key={label} role="group" aria-labelledby={`${id}-group-${index}`}>
          <Box
            id={`${id}-group-${index}`}
            role="presentation"
            sx={{ px: 1.5, pt: 1.5, pb: 0.5, typography: 'body2', fontWeight: 650, color: 'text.secondary' }}
          >
            {label}
          </Box>
          {entries.map(entry => (
            // The field above handles the keys: an option never has the focus.
            <Box
              key={entry.id}
              id={`${id}-${entry.id}`}
              role="option"
              aria-selected={entry === active}
              onMouseDown={event => event.preventDefault()}
              onClick={() => onChoose(entry)}
              sx={optionStyles}
            >
              <span>{entry.label}</span>
              {entry.detail && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{entry.detail}</Box>}
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  )
}
