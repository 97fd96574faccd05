import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { FieldFocusProvider, useSeekingFocus } from '#web/kit/forms/field-focus.tsx'
import type { FormValues } from '#web/kit/forms/merge-values.ts'
import { useLeaveGuard } from '#web/kit/forms/use-leave-guard.tsx'
import type { RecordForm } from '#web/kit/forms/use-record-form.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { CheckIcon } from '#web/kit/ui/icons.tsx'
import { SETUP_VIEWS, type SetupView } from './setup-views.ts'

export const setupPath = (view: SetupView): string => `${PATHS.setup}?step=${view}`

/** The view after this one; the last one leads nowhere. */
const viewAfter = (view: SetupView): SetupView => SETUP_VIEWS[SETUP_VIEWS.indexOf(view) + 1] ?? 'goLive'

/** A link on a line of its own. */
export const loneLink = { display: 'inline-flex', alignItems: 'center', minHeight: 44, justifySelf: 'start' } as const

export type StepProps = { isDone: boolean }

type SetupFormProps<Values extends FormValues> = {
  form: Pick<RecordForm<Values>, 'isDirty' | 'isSaving' | 'problems' | 'refusals' | 'submit'>
  /** The label of the button that saves. */
  saveText: string
  /** Beside the button. */
  more?: ReactNode
  children: ReactNode
}

/** The fields of a step and its button. A refused save moves the focus to the first field with a problem. */
export function SetupForm<Values extends FormValues>({ form, saveText, more, children }: SetupFormProps<Values>) {
  const guard = useLeaveGuard(form.isDirty)
  const focus = useSeekingFocus()
  const focusProblem = useEffectEvent(() => {
    const [first] = form.problems
    if (first) focus.seek(first.field)
  })
  useEffect(() => {
    if (form.refusals > 0) focusProblem()
  }, [form.refusals])
  return (
    <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 2 }}>
      <FieldFocusProvider value={focus}>{children}</FieldFocusProvider>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <ActionButton type="submit" variant="contained" loading={form.isSaving}>
          {saveText}
        </ActionButton>
        {more}
      </Box>
      {guard}
    </Box>
  )
}

type NextProps = {
  view: SetupView
  /** The step is done, so that this is the way on. */
  isDone?: boolean
}

/** The link to the next step. */
export function NextStep({ view, isDone = false }: NextProps) {
  const { t } = useTranslation()
  return (
    <Button variant={isDone ? 'contained' : 'text'} component={Link} to={setupPath(viewAfter(view))}>
      {t(isDone ? 'setup.next' : 'setup.later')}
    </Button>
  )
}

/** A round mark: done, or to do. */
export const markText = (isDone: boolean, t: Translate): string =>
  t(isDone ? 'adminHome.stepDone' : 'adminHome.stepOpen')

export function StepMark({ isDone }: { isDone: boolean }) {
  const { t } = useTranslation()
  return (
    <Box
      component="span"
      role="img"
      aria-label={markText(isDone, t)}
      sx={{
        flexShrink: 0,
        display: 'grid',
        placeItems: 'center',
        width: 28,
        height: 28,
        borderRadius: '50%',
        border: 2,
        borderColor: isDone ? 'success.main' : 'line.input',
        color: 'success.main',
      }}
    >
      {isDone && <CheckIcon size={18} />}
    </Box>
  )
}
