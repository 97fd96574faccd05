import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { WarningIcon } from '#web/kit/ui/icons.tsx'
import { useFieldFocus } from './field-focus.tsx'
import type { FormProblem } from './form-state.ts'
import { FORM_LANGUAGES, type FormLanguage, LANGUAGE_NAMES } from './texts.ts'

type LanguageTabsProps = {
  form: {
    /** The problem of a field, once it is shown. */
    getProblem: (field: string) => string | undefined
    problems: readonly FormProblem[]
    /** Increases with each refusal. */
    refusals: number
  }
  /** The names of a language's fields. */
  getFields: (code: FormLanguage) => readonly string[]
  /** Whether a text that matters is empty in a language. */
  isMissing: (code: FormLanguage) => boolean
  /** The language shown first. */
  initial?: FormLanguage
  /** The languages of the tabs; by default all. */
  languages?: readonly FormLanguage[]
  /** Below the name of a language whose fields have no problem. */
  getNote?: (code: FormLanguage) => string | undefined
  /** Called with the language shown. */
  onLanguage?: (code: FormLanguage) => void
  /** The fields of a language. */
  children: (code: FormLanguage) => ReactNode
}

/** The texts of a record, one language at a time. A tab shows that its language has a problem, or that a text is missing. */
export function LanguageTabs(props: LanguageTabsProps) {
  const { form, getFields, isMissing, getNote, onLanguage, languages = FORM_LANGUAGES, children } = props
  const { initial = languages[0] ?? FORM_LANGUAGES[0] } = props
  const { t } = useTranslation()
  const id = useId()
  const [selected, selectLanguage] = useSelectedLanguage(props, initial)
  const report = useEffectEvent((code: FormLanguage) => onLanguage?.(code))
  useEffect(() => report(selected), [selected])
  const getMark = (code: FormLanguage): TabMark | undefined => {
    if (getFields(code).some(field => form.getProblem(field) !== undefined)) return 'faulty'
    return isMissing(code) ? 'missing' : undefined
  }
  return (
    <Box sx={{ gridColumn: '1 / -1' }}>
      <Tabs
        value={selected}
        onChange={(_, code: FormLanguage) => selectLanguage(code)}
        variant="fullWidth"
        selectionFollowsFocus
        aria-label={t('forms.languages')}
        sx={{ mt: -1, mb: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        {languages.map(code => (
          <Tab
            key={code}
            value={code}
            id={`${id}-${code}`}
            {...(code === selected && { 'aria-controls': `${id}-panel` })}
            label={<TabLabel code={code} mark={getMark(code)} note={getNote?.(code)} />}
            sx={{
              minWidth: { xs: 0, sm: 120 },
              flex: { sm: 'none' },
              px: 1,
              textTransform: 'none',
              color: 'text.primary',
            }}
          />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        // Another language's fields are other elements: none keeps the focus or the state of the one before.
        key={selected}
        sx={{ display: 'grid', gap: 2 }}
      >
        {children(selected)}
      </Box>
    </Box>
  )
}

type TabMark = 'faulty' | 'missing'

type TabLabelProps = { code: FormLanguage; mark: TabMark | undefined; note: string | undefined }

function TabLabel({ code, mark, note }: TabLabelProps) {
  const { t } = useTranslation()
  const text = mark ? t(`forms.tabMarks.${mark}`) : note
  return (
    <Box component="span" sx={{ display: 'grid', justifyItems: 'center', overflowWrap: 'anywhere' }}>
      <span lang={code}>{LANGUAGE_NAMES[code]}</span>{' '}
      {text !== undefined && (
        <Box
          component="span"
          sx={{
            display: 'inline-flex',
            alignItems: 'center',
            gap: 0.5,
            typography: 'caption',
            color: mark === 'faulty' ? 'error.main' : 'text.secondary',
          }}
        >
          {mark === 'faulty' && <WarningIcon size={14} />}
          {text}
        </Box>
      )}
    </Box>
  )
}

/** The language shown: the one that was chosen, or that has the field which is sought or can't be saved. */
function useSelectedLanguage({ form, getFields }: LanguageTabsProps, initial: FormLanguage) {
  const { target, seek } = useFieldFocus()
  const [selected, selectLanguage] = useState(initial)
  const [found, setFound] = useState(target)
  const findLanguage = (field: string) => FORM_LANGUAGES.find(code => getFields(code).includes(field))
  if (target !== found) {
    setFound(target)
    const code = target && findLanguage(target.field)
    if (code) selectLanguage(code)
  }
  const seekHidden = useEffectEvent(() => {
    const [first, ...others] = form.problems.filter(({ field }) => findLanguage(field) !== undefined)
    if (first && [first, ...others].every(({ field }) => findLanguage(field) !== selected)) seek(first.field)
  })
  useEffect(() => {
    if (form.refusals > 0) seekHidden()
  }, [form.refusals])
  return [selected, selectLanguage] as const
}
