import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { MarkdownRules } from '#contract/stock/markdown-rules.ts'
import type { MarkdownStep } from '#domain/catalogue/markdown.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { stepDayText, stepsText } from '#web/back-office/kit/markdown-texts.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TrashIcon } from '#web/kit/ui/icons.tsx'
import { SelectInput, type SelectOption } from '#web/kit/ui/inputs/select-input.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { parseTarget, toTarget } from './rule-texts.ts'

type MarkdownRule = MarkdownRules['rules'][number]

type RuleFieldsProps = {
  rule: MarkdownRule
  /** What it may be for. */
  targets: readonly SelectOption[]
  name: string
  onChange: (rule: MarkdownRule) => void
  onRemove: () => void
}

const DAYS_LEFT = [60, 30, 21, 14, 10, 7, 6, 5, 4, 3, 2, 1, 0, -1, -2, -3, -4, -5, -7, -10, -14, -21, -30, -60]
const PERCENT_CHOICES = [10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90]
const MAX_STEPS = 10

const toOptions = (values: readonly number[], toLabel: (value: number) => string): SelectOption[] =>
  values.map(value => ({ value: String(value), label: toLabel(value) }))

/** What a rule is for, its steps, and a sentence that reads them. */
export function RuleFields({ rule, targets, name, onChange, onRemove }: RuleFieldsProps) {
  const { t } = useTranslation()
  const { steps } = rule
  const freeDays = DAYS_LEFT.filter(day => steps.every(step => step.days_left !== day))
  const change = (index: number, step: MarkdownStep) => onChange({ ...rule, steps: steps.with(index, step) })
  const next = freeDays.find(day => day < Math.min(...steps.map(step => step.days_left))) ?? freeDays[0]
  return (
    <Panel component="section" aria-label={name}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <SelectInput
          label={t('stock.ruleFor')}
          value={toTarget(rule)}
          options={targets}
          onChange={target => onChange({ ...rule, ...parseTarget(target) })}
        />
        {steps.map((step, index) => (
          <Box
            // Its day changes while the focus is in it; steps are only added at the end.
            // oxlint-disable-next-line no-array-index-key
            key={index}
            sx={{
              display: 'grid',
              gap: 1,
              gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 3fr) minmax(0, 2fr) auto' },
              alignItems: 'end',
            }}
          >
            {/* A day needs the whole width of a phone. */}
            <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
              <SelectInput
                label={t('stock.stepDay')}
                value={String(step.days_left)}
                options={toOptions(
                  [...freeDays, step.days_left].toSorted((a, b) => b - a),
                  day => stepDayText(day, t),
                )}
                onChange={day => change(index, { ...step, days_left: Number(day) })}
              />
            </Box>
            <SelectInput
              label={t('stock.stepPercent')}
              value={String(step.percent)}
              options={toOptions(
                [...new Set([...PERCENT_CHOICES, step.percent])].toSorted((a, b) => a - b),
                percentText,
              )}
              onChange={percent => change(index, { ...step, percent: Number(percent) })}
            />
            <IconButton
              aria-label={t('stock.removeStep', { when: stepDayText(step.days_left, t) })}
              disabled={steps.length === 1}
              sx={{ mb: '6px' }}
              onClick={() => onChange({ ...rule, steps: steps.toSpliced(index, 1) })}
            >
              <TrashIcon />
            </IconButton>
          </Box>
        ))}
        <Box role="status" sx={{ fontWeight: 650 }}>
          {name}: {stepsText(steps, t)}.
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {next !== undefined && steps.length < MAX_STEPS && (
            <Button
              variant="outlined"
              size="small"
              onClick={() => onChange({ ...rule, steps: [...steps, { days_left: next, percent: 50 }] })}
            >
              {t('stock.addStep')}
            </Button>
          )}
          <Button variant="text" size="small" color="error" onClick={onRemove}>
            {t('stock.removeRule')}
          </Button>
        </Box>
      </Box>
    </Panel>
  )
}
