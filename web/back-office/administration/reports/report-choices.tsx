import Box from '@mui/material/Box'
import { useState } from 'react'
import { reports } from '#contract/administration/reports.ts'
import { REPORT_NAMES, getReport, type ReportName } from '#domain/administration/reports.ts'
import { isDay } from '#domain/format/iso-day.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { readDay, todayAt } from '#web/back-office/kit/days.ts'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { nameOfPeriod, PERIOD_NAMES, getPeriods, USUAL_PERIOD } from './periods.ts'

/** The report (undefined: the overview), the days and the store of the address. */
export function useReportChoice() {
  const [params, setParams] = useSearchParams()
  const [today] = useState(() => todayAt(SHOP_TIME_ZONE))
  const usual = getPeriods(today)[USUAL_PERIOD]
  const from = readDay(params.get('from'), usual.from)
  const until = readDay(params.get('until'), usual.until)
  const report = REPORT_NAMES.find(name => name === params.get('report'))
  const change = (changes: Record<string, string>) =>
    setParams(current => {
      const next = new URLSearchParams(current)
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      return next
    })
  const day = readDay(params.get('day'), '')
  const store = /^[1-9]\d{0,9}$/.test(params.get('store') ?? '') ? (params.get('store') ?? '') : ''
  return {
    report,
    from,
    until,
    store,
    day: report && getReport(report).hasPast ? day : '',
    today,
    change,
    reset: () => setParams(() => new URLSearchParams()),
  }
}

type ReportChoice = ReturnType<typeof useReportChoice>

const needsPeriod = (report: ReportName | undefined) => !report || !getReport(report).isOfNow

const FREE_PERIOD = 'free'

export function ReportChoices({ choice, areTurned }: { choice: ReportChoice; areTurned: boolean }) {
  const { t } = useTranslation()
  const { report, from, until, store, day, today, change } = choice
  const stores = useStoreChoices(reports.get) ?? []
  const period = nameOfPeriod(choice, today) ?? FREE_PERIOD
  const hasPast = report !== undefined && getReport(report).hasPast
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        alignItems: 'start',
        // On a phone two fields share a line, under the store.
        gridTemplateColumns: {
          xs: 'repeat(auto-fill, minmax(min(140px, 100%), 1fr))',
          md: 'repeat(auto-fit, minmax(180px, 1fr))',
        },
        '& > :first-of-type': { gridColumn: { xs: '1 / -1', md: 'auto' } },
        '@media print': { display: 'none' },
      }}
    >
      <SelectInput
        label={t('reports.store')}
        value={store || 'all'}
        options={[
          { value: 'all', label: t('reports.allStores') },
          ...stores.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={id => change({ store: id === 'all' ? '' : id })}
      />
      {hasPast && (
        <DateInput
          name="day"
          label={t('reports.endOfDay')}
          value={day}
          hint={t('reports.endOfDayHint')}
          error={day > today ? t('reports.dayToCome') : undefined}
          onChange={text => (text === '' || isDay(text)) && text !== day && change({ day: text })}
        />
      )}
      {needsPeriod(report) && (
        <>
          <SelectInput
            label={t('reports.period')}
            value={period}
            options={[
              ...PERIOD_NAMES.map(name => ({ value: name, label: t(`reports.periods.${name}`) })),
              ...(period === FREE_PERIOD ? [{ value: FREE_PERIOD, label: t('reports.freePeriod') } as const] : []),
            ]}
            onChange={name => name !== FREE_PERIOD && change(getPeriods(today)[name])}
          />
          <DateInput
            name="from"
            label={t('lists.from')}
            value={from}
            onChange={text => isDay(text) && text !== from && change({ from: text, until })}
          />
          <DateInput
            name="until"
            label={t('lists.until')}
            value={until}
            error={areTurned ? t('lists.daysTurned') : undefined}
            onChange={text => isDay(text) && text !== until && change({ from, until: text })}
          />
        </>
      )}
    </Box>
  )
}
