import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import type { FormProblem } from './form-state.ts'

interface ErrorSummaryProps {
  problems: readonly FormProblem[]
  /** Increases with each refusal, so that the summary is announced again. */
  refusals: number
  labelOf: (field: string) => string
}

function focusField(field: string): void {
  const named = document.getElementsByName(field)[0] ?? document.getElementsByName(field.split('.')[0] ?? field)[0]
  named?.scrollIntoView({ block: 'center' })
  named?.focus({ preventScroll: true })
}

/** The problems that prevent saving, each a link to its field. It takes the focus when saving was refused. */
export function ErrorSummary({ problems, refusals, labelOf }: ErrorSummaryProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusals > 0) box.current?.focus()
  }, [refusals])
  if (problems.length === 0) return null
  return (
    <Box ref={box} tabIndex={-1} role="alert" sx={{ scrollMarginTop: 92 }}>
      <Panel tone="danger">
        <Typography variant="h2">{t('forms.problems', { count: problems.length })}</Typography>
        <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
          {problems.map(({ field, text }) => (
            <li key={field}>
              <MuiLink
                component="button"
                type="button"
                onClick={() => focusField(field)}
                sx={{ minHeight: 44, font: 'inherit', textAlign: 'start', verticalAlign: 'baseline' }}
              >
                {t('forms.problem', { field: labelOf(field), problem: text })}
              </MuiLink>
            </li>
          ))}
        </Box>
      </Panel>
    </Box>
  )
}
